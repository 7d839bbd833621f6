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

const [, driver = "", main = ""] = process.argv;
const runs = JSON.parse(await text(process.stdin)) as Run[];
const surroundings = { ...process.env };
const ended: Ended[] = [];
// Every run listens for broken pipes anew.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

for (const [index, { args, env }] of runs.entries()) {
  process.env = { ...surroundings, ...env };
  process.argv = [process.execPath, driver, ...args];
  const stdout = recorded(process.stdout);
  const stderr = recorded(process.stderr);
  // The command line is a program, not a function: it runs when it is loaded, once for each name it is loaded by.
  await import(`${main}?run=${index}`);
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
