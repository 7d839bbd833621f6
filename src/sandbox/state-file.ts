import { readFileSync } from "node:fs";
import { isSandboxName } from "../contract/index.ts";
import { replaceFile } from "../durable-file.ts";
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
  /** How far its clock was moved. Left out: not at all. */
  readonly clockAheadMs?: number | undefined;
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

export function saveState(file: string, state: SavedState): void {
  replaceFile(file, `${JSON.stringify({ format, ...state }, undefined, 2)}\n`);
}

const readState = read.object<SavedState & { readonly format: string }>({
  format: read.choice([format]),
  // People paste the printed name into a shell.
  service: read.kind("like sandbox-0a1b2c", isSandboxName),
  clockAheadMs: read.optional(read.count),
  nextCertificate: read.count,
  orders: read.list(readIssuedOrder),
  callbacks: read.list(read.object<SavedCallback>({ keyId: read.string, config: readCallbackConfig })),
  ledger: read.list(readLedgerEntry),
});

function unreadableState(file: string, why: string, cause: unknown): Error {
  return new Error(
    `${file} is not a saved state of the sandbox: ${why.replace(/\.$/, "")}. It is unchanged. Move it away to start again, or name another one.`,
    cause === undefined ? {} : { cause },
  );
}
