import { createInterface } from "node:readline/promises";
import { printable } from "../contract/index.ts";

/** Asks the person at the terminal. The last of the lines is the question itself. */
export async function confirm(lines: readonly string[]): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C, Ctrl-D and a terminal that goes away are answers too. Depending on its version Node throws at them or not.
  const left = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    const question = terminal.question(`${lines.map(printable).join("\n")} `);
    const answer = await Promise.race([question, left]).catch(() => "");
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
