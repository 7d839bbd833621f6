import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../command-error.ts";
import type { OrderRow } from "./row.ts";

/** Rows are written in parts of this many characters. */
const partLength = 2 ** 16;

/**
 * Keeps checked rows in a private temporary file, so that what was checked is what is used, and few rows are in memory. The file has no name:
 * the system removes it when this process ends, also after a kill.
 */
export class Spool implements AsyncDisposable {
  readonly #file: FileHandle;
  #unwritten = "";

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(): Promise<Spool> {
    const path = join(tmpdir(), `certorder-${randomUUID()}`);
    return reportingFailure(async () => {
      const file = await open(path, "wx+", 0o600);
      await rm(path);
      return new Spool(file);
    });
  }

  async add(row: OrderRow): Promise<void> {
    this.#unwritten += `${JSON.stringify(row)}\n`;
    if (this.#unwritten.length >= partLength) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#unwritten;
    this.#unwritten = "";
    await reportingFailure(() => this.#file.appendFile(text));
  }

  /** All rows that were flushed, in their order. */
  async *rows(): AsyncGenerator<OrderRow> {
    let rest = "";
    for await (const part of this.#file.createReadStream({ start: 0, autoClose: false, encoding: "utf8" })) {
      const lines = (rest + part).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

async function reportingFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UsageError(
      `The temporary file for the orders cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      `Make space in ${tmpdir()}, or name another folder with TMPDIR.`,
    );
  }
}
