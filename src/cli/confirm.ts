import { createInterface } from "node:readline/promises";
import { printable } from "../contract/index.ts";

/** Asks the person at the terminal. The last line is the question. */
export async function confirm(lines: readonly string[]): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C, Ctrl-D and a closed terminal mean no. Some versions of Node throw at them, others do not.
  const left = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    const question = terminal.question(`${lines.map(printable).join("\n")} `);
    const answer = await Promise.race([question, left]).catch(() => "");
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
