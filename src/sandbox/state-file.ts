import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { NotSentError } from "../contract/index.ts";
import { type CallbackConfig, readCallbackConfig } from "./accounts.ts";
import { type LedgerEntry, readLedgerEntry } from "./ledger.ts";
import { type IssuedOrder, readIssuedOrder } from "./orders.ts";
import * as read from "./untrusted.ts";

/**
 * The saved state of a sandbox. It does not have the accounts' keys, but it has callback keys and signing codes, so
 * only the owner may read the file.
 */
interface SavedState {
  /** The name of the simulated service. */
  readonly service: string;
  readonly nextCertificate: number;
  readonly orders: readonly IssuedOrder[];
  readonly callbacks: readonly SavedCallback[];
  readonly ledger: readonly LedgerEntry[];
}

interface SavedCallback {
  readonly keyId: string;
  readonly config: CallbackConfig;
}

const format = "certorder-sandbox-1";

/** The saved state, or undefined if there is no file. A file that cannot be read is left unchanged. */
export function loadState(file: string): SavedState | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadableState(file, "it cannot be read", error);
  }
  try {
    const { format: _, ...state } = readState(JSON.parse(text), "state");
    return state;
  } catch (error) {
    // The parser's message quotes the file, which has secrets.
    throw unreadableState(
      file,
      error instanceof read.Malformed ? error.message : "it is not JSON",
      undefined,
    );
  }
}

/** Replaces the file in one step when the new content is on disk, so that a power failure leaves the old or the new file. */
export function saveState(file: string, state: SavedState): void {
  const unfinished = `${file}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  // Creates a new file. An existing one, such as a link, is not written to.
  const descriptor = openSync(unfinished, "wx", 0o600);
  try {
    writeDurably(descriptor, `${JSON.stringify({ format, ...state }, undefined, 2)}\n`);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

function writeDurably(descriptor: number, text: string): void {
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncFolder(folder: string): void {
  // Windows cannot sync folders, and does not need to.
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const readState = read.object<SavedState & { readonly format: string }>({
  format: read.choice([format]),
  // People paste the printed name into a shell.
  service: read.kind(
    "like sandbox-0a1b2c",
    (value): value is string => typeof value === "string" && /^sandbox-[0-9a-f]+$/.test(value),
  ),
  nextCertificate: read.count,
  orders: read.list(readIssuedOrder),
  callbacks: read.list(read.object<SavedCallback>({ keyId: read.string, config: readCallbackConfig })),
  ledger: read.list(readLedgerEntry),
});

function unreadableState(file: string, why: string, cause: unknown): NotSentError {
  return new NotSentError(`${file} is not a saved state of the sandbox: ${why.replace(/\.$/, "")}.`, {
    code: "invalid_setting",
    remedy: "Move the file away to start again, or name another one. It was left unchanged.",
    cause,
  });
}
