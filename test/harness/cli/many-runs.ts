/**
 * Runs the command line again and again in one process, because starting one takes longer than most commands do.
 * Takes a list of runs as JSON from standard input, and prints how each ended. See `certorderEach`.
 */
import { text } from "node:stream/consumers";
import type { Ended } from "./cli.ts";

interface Run {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const [, , file = ""] = process.argv;
const runs = JSON.parse(await text(process.stdin)) as Run[];
const surroundings = { ...process.env };
const ended: Ended[] = [];
const { run } = (await import(file)) as { run: (args: readonly string[]) => Promise<void> };

for (const { args, env } of runs) {
  process.env = { ...surroundings, ...env };
  const stdout = recorded(process.stdout);
  const stderr = recorded(process.stderr);
  await run(args);
  ended.push({ stdout: stdout(), stderr: stderr(), code: Number(process.exitCode), signal: null });
}
process.exitCode = 0;
process.stdout.write(JSON.stringify(ended));

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
