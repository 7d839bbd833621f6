import type { Environment } from "../../../contract/index.ts";
import { isLoopback, severalHosts, withoutPassword } from "../../../contract/index.ts";
import { wrongUrl } from "../wrong-url.ts";

/** The address of a database, and how to connect. */
export interface PostgresAddress {
  /** The address without the password, for messages. */
  readonly title: string;
  /** The URL without the password, for lines to paste. */
  readonly place: string;
  /** A host name, an IP address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Undefined: the driver looks in the password file. */
  readonly password: string | undefined;
  readonly schema: string;
  readonly tls: TlsMode;
  /** A file with the authorities to trust instead of the usual ones. */
  readonly rootCertificates: string | undefined;
  readonly connectTimeoutMs: number;
}

const tlsModes = ["disable", "require", "verify-ca", "verify-full"] as const;
type TlsMode = (typeof tlsModes)[number];

/** Parsed here, because the driver ignores unknown parameters and connects without TLS by default. */
export function postgresAddress(url: URL, env: Environment): PostgresAddress {
  refuseTwice(url);
  const given = (name: string, variable: string) => url.searchParams.get(name) || env[variable] || undefined;
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, "$1") || given("host", "PGHOST") || "localhost";
  if (host.includes(",")) {
    const isVariable = !url.hostname && !url.searchParams.has("host");
    throw wrongUrl(`${severalHosts.problem}${isVariable ? " (PGHOST)" : ""}`, severalHosts.remedy);
  }
  const user = decoded(url.username) || given("user", "PGUSER");
  if (user === undefined) throw wrongUrl("names no user", "Write it before the @, or set PGUSER.");
  const database = decoded(url.pathname.slice(1)) || given("dbname", "PGDATABASE") || user;
  const port = Number(url.port || given("port", "PGPORT") || 5432);
  const seconds = Number(given("connect_timeout", "PGCONNECT_TIMEOUT") ?? 10);
  if (!Number.isInteger(port) || port < 1 || port > 65_535 || !(seconds > 0 && seconds <= 600))
    throw wrongUrl("has an invalid port or connect_timeout", "Correct the number.");
  const schema = url.searchParams.get("schema") || "public";
  const isHere = host.startsWith("/") || isLoopback(host);
  return {
    title: `postgres://${encodeURIComponent(user)}@${hostInUrl(host)}${port === 5432 ? "" : `:${port}`}/${encodeURIComponent(database)}${schema === "public" ? "" : `?schema=${encodeURIComponent(schema)}`}`,
    place: withoutPassword(url.href),
    host,
    port,
    database,
    user,
    password: decoded(url.password) || env.PGPASSWORD || undefined,
    schema,
    tls: tlsMode(given("sslmode", "PGSSLMODE"), isHere),
    rootCertificates: given("sslrootcert", "PGSSLROOTCERT"),
    connectTimeoutMs: seconds * 1_000,
  };
}

/** A part of the URL would win over the parameter of the same meaning, silently. */
function refuseTwice({ hostname, port, username, pathname, searchParams }: URL): void {
  const parts = [
    ["host", hostname, "host"],
    ["port", port, "port"],
    ["user", username, "user"],
    ["database", pathname.slice(1), "dbname"],
  ] as const;
  for (const [what, part, parameter] of parts)
    if (part !== "" && searchParams.has(parameter))
      throw wrongUrl(
        `names the ${what} twice: in its address and as the parameter ${parameter}`,
        "Keep one of them: only one can be right.",
      );
}

/** Refuses a mode that may fall back to an unencrypted connection: an attacker in the middle could then write the journal. */
function tlsMode(given: string | undefined, isHere: boolean): TlsMode {
  if (given === undefined) return isHere ? "disable" : "verify-full";
  const known = tlsModes.find((mode) => mode === given);
  if (known) return known;
  throw wrongUrl(
    ["allow", "prefer"].includes(given)
      ? `has sslmode ${given}, which may use an unencrypted connection without notice`
      : "has an sslmode that does not exist",
    `Use one of ${tlsModes.join(", ")}. Left out, it is verify-full, and disable on this machine itself.`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongUrl(
      "has a percent sign that does not encode a character",
      "Write %25 for a percent sign, %40 for an @, %2F for a slash.",
    );
  }
}

function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : encodeURIComponent(host);
}
