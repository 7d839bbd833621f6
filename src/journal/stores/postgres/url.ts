import type { Environment } from "../../../contract/index.ts";
import { isLoopback } from "../../../contract/index.ts";
import { wrongUrl } from "../wrong-url.ts";

/** Where a database is, and how it is spoken to. */
export interface PostgresAddress {
  /** Without the password, for people. */
  readonly title: string;
  /** A name or an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Undefined: looked up in the password file. */
  readonly password: string | undefined;
  readonly schema: string;
  readonly tls: TlsMode;
  /** A file with the authorities to trust instead of the usual ones. */
  readonly rootCertificates: string | undefined;
  readonly connectTimeoutMs: number;
}

const tlsModes = ["disable", "require", "verify-ca", "verify-full"] as const;
type TlsMode = (typeof tlsModes)[number];

const parameters = ["host", "port", "user", "dbname", "sslmode", "sslrootcert", "connect_timeout", "schema"];

/** Read by ourselves, because the driver passes over what it does not know and speaks in clear where nothing is said. */
export function postgresAddress(url: URL, env: Environment): PostgresAddress {
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    throw wrongUrl(
      `has a parameter that is not known here (${unknown})`,
      `Use only ${parameters.join(", ")}. A password stands before the @, in PGPASSWORD or in the password file.`,
    );
  const given = (name: string, variable: string) => url.searchParams.get(name) || env[variable] || undefined;
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, "$1") || given("host", "PGHOST") || "localhost";
  const user = decoded(url.username) || given("user", "PGUSER");
  if (user === undefined) throw wrongUrl("names no user", "Write it before the @, or set PGUSER.");
  const database = decoded(url.pathname.slice(1)) || given("dbname", "PGDATABASE") || user;
  const port = Number(url.port || given("port", "PGPORT") || 5432);
  const seconds = Number(given("connect_timeout", "PGCONNECT_TIMEOUT") ?? 10);
  if (!Number.isInteger(port) || port < 1 || port > 65_535 || !(seconds > 0 && seconds <= 600))
    throw wrongUrl("has a port or a connect_timeout that is no such number", "Correct the number.");
  const isHere = host.startsWith("/") || isLoopback(host);
  return {
    title: `postgres://${encodeURIComponent(user)}@${hostInUrl(host)}${port === 5432 ? "" : `:${port}`}/${encodeURIComponent(database)}`,
    ...{ host, port, database, user },
    password: decoded(url.password) || env.PGPASSWORD || undefined,
    schema: url.searchParams.get("schema") || "public",
    tls: tlsMode(given("sslmode", "PGSSLMODE"), isHere),
    rootCertificates: given("sslrootcert", "PGSSLROOTCERT"),
    connectTimeoutMs: seconds * 1_000,
  };
}

/** A mode that may fall back to clear text is refused: a man in the middle could then write the journal. */
function tlsMode(given: string | undefined, isHere: boolean): TlsMode {
  if (given === undefined) return isHere ? "disable" : "verify-full";
  const known = tlsModes.find((mode) => mode === given);
  if (known) return known;
  throw wrongUrl(
    ["allow", "prefer"].includes(given)
      ? `has sslmode ${given}, by which the connection may be in clear without anybody noticing`
      : "has an sslmode that does not exist",
    `Use one of ${tlsModes.join(", ")}. Left out, it is verify-full, and disable on this machine itself.`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongUrl(
      "has a percent sign that begins no character",
      "Write %25 for a percent sign, %40 for an @, %2F for a slash.",
    );
  }
}

function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : encodeURIComponent(host);
}
