import type { CertOrderError } from "../../../contract/index.ts";
import { isUntrusted, printable } from "../../../contract/index.ts";
import { neverConnected, storeNotFound, storeUnusable } from "../server.ts";
import { grantStatements, setupStatements, type TableName } from "./table.ts";
import type { PostgresAddress } from "./url.ts";

/**
 * Whether a statement may have been carried out although it failed. Most codes of the server say that it was not. The
 * codes below come from a server that shuts down or asks to repeat the statement.
 */
export function isUnclearCommit(error: unknown): boolean {
  const code = sqlState(error);
  if (code !== undefined) return /^(?:08|57P|40|25P03|XX)/.test(code);
  return !neverBegan(error);
}

/** The driver has its own messages for a connection that was not made. */
function neverBegan(error: unknown): boolean {
  const { message = "" } = error as Error;
  return (
    neverConnected(error) || /SASL|does not support SSL|timeout exceeded when trying to connect/.test(message)
  );
}

export const readOnly = [
  "its server is read-only (a replica?)",
  "Name the server that accepts writes.",
] as const;

/** By the server's code: what is wrong, what helps, and when `certorder journal init` helps. */
const byCode: Readonly<Record<string, readonly [why: string, remedy: string, toInit?: string]>> = {
  "28P01": ["the password is wrong", "Correct it in the URL, in PGPASSWORD or in the password file."],
  "28000": [
    "its server does not accept this user over this connection",
    "Check the user, sslmode, and the server's pg_hba.conf.",
  ],
  "3D000": ["there is no such database", "Correct the name in the URL, or create the database."],
  "42P10": [
    "its table has no primary key (order_id, position), so two writers could take the same position",
    "Name an empty schema.",
    "To create the table",
  ],
  "42703": ["its table was not created by certorder", "Name another schema.", "To create the table"],
  "25006": readOnly,
  "53100": ["the server's disk is full", "Free space there."],
  "55P03": ["it was locked for too long", "Run this again, or raise lock_timeout."],
  "57014": ["its server cancelled the statement", "Run this again, or raise statement_timeout."],
  "53300": ["the server has no connection left", "Raise max_connections, or put a pooler in front."],
  "08P01": [
    "the server does not speak PostgreSQL's protocol",
    "Check host and port. A pooler has to allow what a plain connection needs.",
  ],
};

/** By the system's code: why no connection was made. */
const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: "no server answers at this address",
  ENOENT: "there is no such socket",
  ENOTFOUND: "its host has no address",
  EAI_AGAIN: "the address of its host could not be looked up",
  ETIMEDOUT: "its host does not answer",
  ECONNRESET: "the connection was cut",
};

export function postgresFailure(error: unknown, address: PostgresAddress, table: TableName): CertOrderError {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  const unusable = (why: string, remedy: string, toInit?: string) =>
    storeUnusable(address, why, remedy, error, toInit);
  const { schema, user } = address;
  if (code === "3F000")
    return unusable(
      `there is no schema ${schema}`,
      `Correct schema in the URL, or let a user with more rights create it, with this SQL: ${setupStatements(schema, table, user, { hasSchema: false })}`,
    );
  if (code === "42501")
    return unusable(
      `${user} lacks a right on the schema ${schema} or on its table`,
      `Use the role that has it (certorder journal init names one for reissues, and one for receivers), or grant it: ${grantStatements(schema, table, user)}`,
      "If there is no table yet",
    );
  // The table was there before, and was dropped or renamed.
  if (code === "42P01") return storeNotFound(address);
  const known = byCode[code];
  if (known) return unusable(...known);
  if (sqlState(error) !== undefined)
    return unusable(
      `its server refuses (${code}: ${printable(message).slice(0, 200)})`,
      "Look the code up in PostgreSQL's manual, and in the server's log.",
    );
  if (message.includes("SASL"))
    return unusable(
      "a password is needed",
      "Give it in PGPASSWORD, in the password file, or in the URL of CERTORDER_JOURNAL.",
    );
  if (message.includes("does not support SSL"))
    return unusable(
      "its server does not speak TLS",
      "Switch TLS on there. sslmode=disable sends everything unencrypted, to any server that answers.",
    );
  if (isUntrusted(code) || /^ERR_(?:SSL|TLS)_/.test(code))
    return unusable(
      `its server's certificate is not trusted (${code})`,
      "Name the authority's file with sslrootcert, or the host as the certificate names it.",
    );
  return unusable(
    unreachable[code] ?? `its server did not answer (${code || "no answer"})`,
    "Check that the server runs and can be reached from this machine.",
  );
}

function sqlState(error: unknown): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && severity !== undefined ? code : undefined;
}
