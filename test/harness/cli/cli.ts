import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { asksHelp } from "../../../src/cli/overview.ts";
import { compileCache } from "../compile-cache.ts";
import { createJournal } from "../journal/new-journal.ts";
import { newFolder as newFolderNamed } from "../new-folder.ts";
import { commandLine, executable } from "../program.ts";
import { checkPromised } from "./promised-json.ts";
import type { Answer, SharedRun } from "./runner.ts";

/** How a run of the command line ended. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Circumstances {
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** What standard input holds, or null to leave it open. Default: nothing. */
  readonly stdin?: string | null | undefined;
  /** Where the command runs. Default: a new folder. */
  readonly cwd?: string | undefined;
}

const folder = join(import.meta.dirname, "..", "..", "..", "build", "cli");
const mainFile = join(folder, "main.js");
/** What it loads for everything but its front page. */
const runFile = join(folder, "run.js");

export const newFolder = () => newFolderNamed("certorder-cli-");

/** An environment in which nothing of this machine's own shows: no proxies, no keys, and a new journal. */
export function bareEnvironment(more: Circumstances["env"] = {}): NodeJS.ProcessEnv {
  const home = newFolder();
  createJournal(join(home, "state", "certorder"));
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: join(home, "state"),
    ...compileCache,
    ...more,
  };
}

/** The words of a command line. A text is split at its blanks. */
type Line = string | readonly string[];
const wordsOf = (line: Line) => (typeof line === "string" ? line.split(" ") : line);

/** Starts the command line as a process of its own. */
export function startCertorder(line: Line, circumstances: Circumstances = {}) {
  const [program, ...words] = commandLine();
  const child = spawn(program, [...words, ...wordsOf(line)], {
    env: bareEnvironment(circumstances.env),
    cwd: circumstances.cwd ?? newFolder(),
    stdio: "pipe",
  });
  // A command that ends without reading its input is not a failure of the test.
  child.stdin.on("error", () => {});
  if (circumstances.stdin !== null) child.stdin.end(circumstances.stdin ?? "");
  return {
    child,
    /** Resolves when standard error, or standard output, has shown this text. */
    says: watched(child.stderr),
    prints: watched(child.stdout),
    ended: Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
      ([stdout, stderr, [code, signal]]): Ended => {
        checkPromised(wordsOf(line), stdout);
        return { stdout, stderr, code, signal };
      },
    ),
  };
}

/** Runs the command line to its end, as a process of its own. Few at a time: there are not many processors. */
export async function certorderProcess(line: Line, circumstances?: Circumstances): Promise<Ended> {
  return inTurn(() => startCertorder(line, circumstances).ended);
}

/**
 * Runs the command line to its end, in a process that runs it many times. The front page, and a run whose environment has something
 * for Node itself, get a process of their own.
 */
export async function certorder(line: Line, circumstances: Circumstances = {}): Promise<Ended> {
  const { stdin = "", cwd = newFolder() } = circumstances;
  const env = bareEnvironment(circumstances.env);
  if (executable !== undefined || stdin === null || isForNode(env) || isFrontPage(wordsOf(line)))
    return certorderProcess(line, circumstances);
  return inTurn(async () => {
    const runner = Runner.idle.pop() ?? new Runner();
    const ended = await runner.run({ args: wordsOf(line), env, cwd, stdin });
    Runner.idle.push(runner);
    checkPromised(wordsOf(line), ended.stdout);
    return ended;
  });
}

export interface Run {
  readonly args: readonly string[];
  readonly env?: Circumstances["env"];
}

/** Runs the command line once for each of these, one after the other, in one process if Node runs it. */
export async function certorderEach(
  runs: readonly (Line | Run)[],
  env: Circumstances["env"] = {},
): Promise<Ended[]> {
  const surroundings = bareEnvironment(env);
  const ended: Ended[] = [];
  const runner = executable === undefined && isForNode(surroundings) ? new Runner(surroundings) : undefined;
  for (const run of runs) {
    const { args, env: own } = isRun(run) ? run : { args: wordsOf(run) };
    const all = { ...surroundings, ...own };
    ended.push(
      runner
        ? await runner.run({ args, env: all, cwd: newFolder(), stdin: "" })
        : await certorder(args, { env: all }),
    );
  }
  runner?.end();
  return ended;
}

function isRun(run: Line | Run): run is Run {
  return typeof run === "object" && "args" in run;
}

/** Whether Node reads something of this environment when it starts. */
function isForNode(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some((name) => name.startsWith("NODE_") && !Object.hasOwn(compileCache, name));
}

function isFrontPage([first = "--help"]: readonly string[]): boolean {
  return first === "--version" || asksHelp(first);
}

/** A process that runs the command line many times. It ends with this one. */
class Runner {
  /** Those that wait for a run. */
  static readonly idle: Runner[] = [];
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown[]>;

  constructor(env = bareEnvironment()) {
    this.#process = fork(join(import.meta.dirname, "runner.ts"), [mainFile, runFile], {
      env,
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#process.unref();
    this.#exited = once(this.#process, "exit");
  }

  async run(run: SharedRun): Promise<Ended> {
    this.#process.channel?.ref();
    this.#process.send(run);
    const answered = once(this.#process, "message") as Promise<[Answer]>;
    const [answer] = (await Promise.race([answered, this.#exited.then(() => [])])) as [Answer?];
    const words = ["certorder", ...run.args].join(" ");
    if (answer === undefined) throw new Error(`${words} ended the process in which others are to run.`);
    this.#process.channel?.unref();
    const { left, ...ended } = answer;
    if (left.length === 0) return ended;
    this.end();
    throw new Error(`${words} left behind: ${left.join(", ")}. Run it with certorderProcess, or repair it.`);
  }

  end(): void {
    this.#process.disconnect();
  }
}

const mostAtOnce = 4;
let running = 0;
const waiting: (() => void)[] = [];

export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** Resolves to what a stream has shown, once this text is in it. */
function watched(stream: Readable) {
  let seen = "";
  stream.on("data", (chunk: Buffer) => {
    seen += chunk;
  });
  return async (wanted: string | RegExp): Promise<string> => {
    while (!(typeof wanted === "string" ? seen.includes(wanted) : wanted.test(seen))) {
      if (stream.readableEnded) throw new Error(`${wanted} was never shown, but:\n${seen}`);
      await sleep(5);
    }
    return seen;
  };
}
