import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fieldRef, InputProblem, isAbsent, type Text, text, type Values } from "../../contract/index.ts";
import { CsrError, csrText } from "../../csr/index.ts";
import { readAll } from "../../read-all.ts";
import { csrFile } from "./columns.ts";

/** The limit for a file with a CSR. The reader of CSRs has a smaller one, with a message of its own. */
const largestBytes = 2 ** 20;

/** The CSR in the file that a row names. Its path starts from this folder. */
export async function readCsrFile(
  cells: Values,
  folder: string,
): Promise<{ csr?: string; problem?: InputProblem }> {
  const path = cells[csrFile];
  if (isAbsent(path)) return {};
  if (typeof path !== "string") return wrong(text`${fieldRef(csrFile)} must be a string.`, "Give a path.");
  if (!isAbsent(cells.csr))
    return wrong(text`Both ${fieldRef("csr")} and ${fieldRef(csrFile)} are given.`, "Give one of them.");
  try {
    const file = resolve(folder, path);
    if (!(await stat(file)).isFile())
      return wrong(text`What ${fieldRef(csrFile)} names is no file.`, "Give the path of a file with a CSR.");
    const bytes = await readAll(createReadStream(file), largestBytes);
    return bytes
      ? { csr: csrText(bytes) }
      : wrong(text`What ${fieldRef(csrFile)} names is larger than 1 MiB.`, "Give the path of a CSR.");
  } catch (error) {
    if (error instanceof CsrError) return wrong(text`${fieldRef(csrFile)}: ${error.message}`, error.remedy);
    const { code = "no path" } = error as NodeJS.ErrnoException;
    return wrong(
      text`${fieldRef(csrFile)} names a file that cannot be read (${code}).`,
      "Correct the path. It starts from the folder of the file with the orders.",
    );
  }
}

function wrong(message: Text, remedy: string): { readonly problem: InputProblem } {
  return { problem: new InputProblem(csrFile, "file", message, remedy) };
}
