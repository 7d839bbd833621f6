/**
 * Runs the command line again and again in one process, because starting one takes longer than most commands do. Each message is
 * one run, and the answer is how it ended. A run that leaves something behind is an error: the next one would find it.
 */
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ended } from "./cli.ts";

/** All that a run gets from its surroundings. */
export interface SharedRun {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: string;
}

export type Answer = Ended & {
  /** What the run has left behind, although it had a second to end it. */
  readonly left: readonly string[];
};

const [, , mainFile = "", runFile = ""] = process.argv;
const { run } = (await import(runFile)) as { run: (args: readonly string[]) => Promise<void> };

process.on("disconnect", () => process.exit());
process.on("message", async (message) => process.send?.(await answer(message as SharedRun)));

async function answer({ args, env, cwd, stdin }: SharedRun): Promise<Answer> {
  // Not another object in its place: Node itself, and what it is built on, read the environment of the process.
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, mainFile, ...args];
  process.exitCode = undefined;
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([Buffer.from(stdin)]) });
  const stdout = recorded(process.stdout);
  const stderr = recorded(process.stderr);
  const before = held();
  await run(args);
  let left = addedTo(before);
  // A process of its own would be ended after this time as well.
  for (const end = Date.now() + 1_000; left.length > 0 && Date.now() < end; left = addedTo(before))
    await sleep(2);
  return { stdout: stdout(), stderr: stderr(), code: Number(process.exitCode), signal: null, left };
}

/** What keeps this process from ending, and what listens to it. */
function held(): string[] {
  const listeners = process.eventNames().flatMap((name) => {
    return Array.from(process.listeners(name as "exit"), () => `a listener to ${String(name)}`);
  });
  return [...process.getActiveResourcesInfo(), ...listeners];
}

function addedTo(before: readonly string[]): string[] {
  const known = [...before];
  return held().filter((one) => {
    const at = known.indexOf(one);
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  });
}

/** Keeps what is written to a stream from it, until the function that is returned is called for it. */
function recorded(stream: NodeJS.WriteStream): () => string {
  const write = stream.write;
  let all = "";
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    all += chunk;
    const written = more.at(-1);
    if (typeof written === "function") written();
    return true;
  };
  return () => {
    stream.write = write;
    return all;
  };
}
