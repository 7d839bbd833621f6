import { authoritiesProblem, type CertOrderError, isUntrusted, type Text } from "../../contract/index.ts";
import { readFileText } from "../../file-text.ts";
import { journalNotFound, unusable } from "../unavailable.ts";

// Shared by all stores on a server.

/** Waits before each repetition. */
export const retryDelaysMs = [50, 200, 1_000, 3_000];

interface Address {
  readonly title: string;
  /** The URL without a password, for lines to paste. */
  readonly place: string;
}

export function journalTitle({ title }: Address): string {
  return `The journal at ${title}`;
}

/** What receivers write, beside the journal. */
export function callbacksTitle({ title }: Address): string {
  return `The table of callbacks at ${title}`;
}

/** `toInit`: when `certorder journal init` helps. */
export function storeUnusable(
  address: Address,
  why: string,
  remedy: Text,
  cause?: unknown,
  toInit?: string,
): CertOrderError {
  // This user lacks the rights to create it, so the command needs another user.
  const place = address.place.replace(/\/\/[^@/]*@/, "//USER@");
  const waysOut = toInit === undefined ? [] : [{ when: toInit, paste: { kind: "init", place } as const }];
  return unusable(journalTitle(address), why, remedy, cause, waysOut);
}

export function storeNotFound(address: Address): CertOrderError {
  return journalNotFound(journalTitle(address), address.place);
}

/** Without a connection, nothing can have been carried out. */
export function neverConnected(error: unknown): boolean {
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  return (
    syscall === "connect" || syscall === "getaddrinfo" || isUntrusted(code) || code.startsWith("ERR_TLS_")
  );
}

/** `named`: the setting that names the file. */
export function readAuthorities(file: string, named: string, address: Address): string {
  const read = readFileText(file);
  const wrong = authoritiesProblem(read);
  if ("text" in read && !wrong) return read.text;
  const cause = "cause" in read ? read.cause : undefined;
  throw storeUnusable(address, `the file that ${named} names ${wrong?.problem}`, wrong?.remedy ?? "", cause);
}
