import { isUtf8 } from "node:buffer";
import type { InputProblem } from "../../contract/index.ts";
import { fileProblem, type Problems } from "./problems.ts";

/** The limit of one row. A file without line breaks must not fill the memory. */
export const largestRow = { bytes: 2 ** 20, inWords: "1 MiB" } as const;

const partSize = 2 ** 12;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from("\ufeff");

/** Blocks of whole lines in UTF-8, without a byte order mark. Bytes that are no such text stop the reading. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  problems: Problems,
): AsyncGenerator<Buffer, void, undefined> {
  let lines = 0;
  let isFirst = true;
  let blankBytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  const check = function* (block: Buffer) {
    const problem = textProblem(block);
    if (problem) return problems.stop(lines + findProblem(block), problem);
    const hasMark = isFirst && block.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    isFirst = false;
    lines += lineEnds(block).length;
    blankBytes = isBlank(block) ? blankBytes + block.length : 0;
    if (blankBytes > largestRow.bytes) return problems.stop(lines, blankLines());
    yield hasMark ? block.subarray(byteOrderMark.length) : block;
  };
  for await (const part of inParts(chunks)) {
    const bytes = Buffer.concat([rest, part]);
    const end = bytes.lastIndexOf(lineFeed) + 1;
    rest = bytes.subarray(end);
    if (end > 0) yield* check(bytes.subarray(0, end));
    if (rest.length > largestRow.bytes) problems.stop(lines + 1, longLine(rest, lines));
    if (problems.isStopped) return;
  }
  if (lines === 0 && rest.includes(carriageReturn)) problems.stop(1, onlyCarriageReturns());
  else if (rest.length > 0) yield* check(rest);
}

/** Parts so small that the rows of one part are garbage soon. With large ones, the memory of the process doubles. */
async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += partSize) yield chunk.subarray(at, at + partSize);
}

/** Where the lines of a block end. */
function lineEnds(block: Buffer): number[] {
  const ends: number[] = [];
  for (let at = block.indexOf(lineFeed); at >= 0; at = block.indexOf(lineFeed, at + 1)) ends.push(at);
  return ends;
}

function isBlank(block: Buffer): boolean {
  return block.every((byte) => byte === lineFeed || byte === carriageReturn);
}

/** The number of the line with the problem in this block. */
function findProblem(block: Buffer): number {
  const ends = [...lineEnds(block), block.length];
  return 1 + ends.findIndex((end, index) => textProblem(block.subarray(ends[index - 1] ?? 0, end)));
}

function textProblem(bytes: Buffer): InputProblem | undefined {
  const [first, second] = bytes;
  const hasUtf16Mark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (hasUtf16Mark) return fileProblem("The file is text in UTF-16; expected UTF-8.", "Save it as UTF-8.");
  if (bytes.includes(0))
    return fileProblem(
      "A byte is zero, so this is no text in UTF-8.",
      "Give a text file. If it is text in UTF-16, save it as UTF-8.",
    );
  if (isUtf8(bytes)) return undefined;
  return fileProblem("Bytes are not text in UTF-8.", "Save the file as UTF-8.");
}

function longLine(line: Buffer, linesBefore: number): InputProblem {
  if (linesBefore === 0 && line.includes(carriageReturn)) return onlyCarriageReturns();
  return (
    textProblem(line) ??
    fileProblem(
      `The line is longer than ${largestRow.inWords}.`,
      "Give a file with one order on each line. A large CSR belongs into a file that csr_file names.",
    )
  );
}

/** To read millions of them takes minutes, and no list has them. */
function blankLines(): InputProblem {
  return fileProblem(
    `More than ${largestRow.inWords} of blank lines follow each other.`,
    "Look at what wrote the file. Give one order on each line.",
  );
}

function onlyCarriageReturns(): InputProblem {
  return fileProblem(
    "The lines end with a carriage return alone.",
    "Save the file with line feeds, or with carriage returns and line feeds.",
  );
}
