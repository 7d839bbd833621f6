import { type ChildProcess, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

// The real timers, also in a test that replaces them after this import.
const { setTimeout, clearTimeout } = globalThis;

/** A command of the core that has ended. */
export interface CoreRun {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both outputs on one line, without the line breaks and frames of the core, to search in. */
  readonly text: string;
  /** Why the workspace interrupted it, if it did. */
  readonly interrupted: string | undefined;
}

export interface CoreCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** When the core is interrupted. Default: never. */
  readonly timeoutMs?: number;
  /** How long an interrupted core may take to store what it knows. Then it is killed. Default: ten seconds. */
  readonly graceMs?: number;
}

export interface RunningCore {
  readonly child: ChildProcess;
  /** Rejects only if the program cannot be started. */
  readonly run: Promise<CoreRun>;
  /** Interrupts the core. If it does not end soon, kills it and its providers. */
  end(why: string): void;
}

/** Starts a command of a core. */
export function startCore({
  program,
  arguments: args,
  folder,
  environment,
  timeoutMs,
  graceMs = 10_000,
}: CoreCommand): RunningCore {
  // In a process group of its own, so that the group can be killed with the providers that the core has started.
  const hasGroup = process.platform !== "win32";
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: hasGroup,
  });
  const timers: NodeJS.Timeout[] = [];
  let interrupted: string | undefined;
  const kill = () => {
    try {
      if (hasGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      else child.kill("SIGKILL");
    } catch {
      // The group is gone already.
    }
  };
  const end = (why: string) => {
    if (interrupted !== undefined || child.exitCode !== null || child.signalCode !== null) return;
    interrupted = why;
    child.kill("SIGINT");
    timers.push(setTimeout(kill, graceMs));
  };
  if (timeoutMs !== undefined)
    timers.push(setTimeout(() => end(`it did not end within ${timeoutMs / 1000} seconds`), timeoutMs));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const run = new Promise<CoreRun>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => {
      const plain = { stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) };
      const text = unwrap(plain.stdout + plain.stderr);
      resolve({ command: [program, ...args], exitCode, ...plain, text, interrupted });
    });
  }).finally(() => timers.forEach(clearTimeout));
  return { child, run, end };
}

/** Cores wrap their messages at 78 columns, and draw a line beside them. */
export function unwrap(text: string): string {
  return text.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ").trim();
}
