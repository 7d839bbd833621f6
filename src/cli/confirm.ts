import { closeSync, constants, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ReadStream, WriteStream } from "node:tty";
import { printable } from "../contract/index.ts";
import { CommandError } from "./command-error.ts";

/** The terminal of this process. Windows has no such file, and standard input is used there. */
const device = process.platform === "win32" ? undefined : "/dev/tty";

/** Whether a person can be asked. A program that pipes all streams may have a terminal, but shows nothing on it. */
export function canAsk(): boolean {
  if (device === undefined) return process.stdin.isTTY;
  if (!process.stdin.isTTY && !process.stderr.isTTY) return false;
  try {
    closeSync(openSync(device, "r"));
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks the person at the terminal. The last line is the question. The answer comes from the terminal and not from
 * standard input, which may be a file. It has to be typed after the question: what was there before, such as the next
 * lines of a pasted block, is not an answer.
 */
async function isConfirmed(lines: readonly string[], signal: AbortSignal | undefined): Promise<boolean> {
  const input = device === undefined ? process.stdin : new ReadStream(openSync(device, "r"));
  const isShown = device === undefined || process.stderr.isTTY;
  const output = isShown ? process.stderr : new WriteStream(openSync(device, "w"));
  // Without raw mode, the start of a line could not be read and discarded.
  input.setRawMode(true);
  if (device !== undefined && (await discardTyped(device)))
    output.write("What was typed or pasted before this question is ignored.\n");
  const terminal = createInterface({ input, output, terminal: true });
  // Ctrl-C, Ctrl-D and a closed terminal mean no. Some versions of Node throw at them, others do not.
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    const question = terminal.question(`${lines.map(printable).join("\n")} `, { signal });
    const answer = await Promise.race([question, closed]).catch(() => "");
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
    if (input !== process.stdin) input.destroy();
    if (output !== process.stderr) output.destroy();
  }
}

/** Throws unless the person answers yes. `ifRefused` is the message of that error, such as "Nothing was sent." The signal means no. */
export async function confirm(
  lines: readonly string[],
  ifRefused: string,
  signal?: AbortSignal,
): Promise<void> {
  if (await isConfirmed(lines, signal)) return;
  throw new CommandError("aborted", ifRefused, "Run the command again, and type yes to confirm it.");
}

/** A terminal passes on a long paste in parts. This is longer than it takes between two of them. */
const betweenPartsMs = 50;

/** Reads what the terminal holds already. Returns whether there was something. */
async function discardTyped(terminal: string): Promise<boolean> {
  let hasTyped = false;
  while (readTyped(terminal)) {
    hasTyped = true;
    await sleep(betweenPartsMs);
  }
  return hasTyped;
}

function readTyped(path: string): boolean {
  const terminal = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let hasRead = false;
  try {
    while (readSync(terminal, Buffer.alloc(4096)) > 0) hasRead = true;
  } catch {
    // Nothing more is there.
  } finally {
    closeSync(terminal);
  }
  return hasRead;
}
