import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { createAuthority } from "../../../src/sandbox/certificates.ts";
import { claim, isSent, reissue, resourceIntent } from "../../harness/journal/intents.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { newFolder } from "../../harness/new-folder.ts";

const authority = createAuthority();
const known = file("known.pem", authority.pem);
const another = file("another.pem", createAuthority().pem);

const rightlyNamed = await serverFor("localhost", "127.0.0.1");
const wronglyNamed = await serverFor("db.example.com");

function file(name: string, pem: string): string {
  const path = join(newFolder("authority-"), name);
  writeFileSync(path, pem);
  return path;
}

function serverFor(...names: string[]): Promise<PostgresServer> {
  return PostgresServer.start({}, "trust", authority.issue(names));
}

/** A journal of its own at a server that is reached by a name, with what the URL or the environment says about TLS. */
async function journalAt(
  server: PostgresServer,
  parameters: Readonly<Record<string, string>>,
  { host = "localhost", env = {} }: { host?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Journal> {
  const url = new URL(await server.newPlace());
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return new Journal(url.href, { env });
}

/** How a journal is reached: server, parameters of the URL, and host or variables. */
type Way = Parameters<typeof journalAt>;
const full = { sslmode: "verify-full", sslrootcert: known };
const ca = { sslmode: "verify-ca", sslrootcert: known };
const byAddress = { host: "127.0.0.1" };
const inEnvironment = { env: { PGSSLMODE: "verify-full", PGSSLROOTCERT: known } };

describe("A journal in PostgreSQL over TLS", () => {
  test.each<[string, Way]>([
    ["to the host that the certificate names", [rightlyNamed, full]],
    ["to the address that the certificate names", [rightlyNamed, full, byAddress]],
    ["with mode and authority from the environment", [rightlyNamed, {}, inEnvironment]],
    ["to a host with another name, where only the authority counts", [wronglyNamed, ca]],
    ["to any server, with sslmode require", [wronglyNamed, { sslmode: "require" }]],
  ])("is encrypted, and an order is sent once: %s", async (_, [server, ...how]) => {
    const journal = await journalAt(server, ...how);
    await journal.init();
    await reissue(journal, resourceIntent());
    expect(await isSent(journal, resourceIntent())).toBe(false);
    const connections = await server.query(
      "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'certorder'",
    );
    expect(connections).toEqual([{ ssl: true }]);
  });

  test.each<[string, Way, why: string]>([
    ["a certificate for another name", [wronglyNamed, full], "ERR_TLS_CERT_ALTNAME_INVALID"],
    [
      "a certificate for a name, at an address",
      [wronglyNamed, full, byAddress],
      "ERR_TLS_CERT_ALTNAME_INVALID",
    ],
    [
      "a certificate of another authority",
      [rightlyNamed, { ...full, sslrootcert: another }],
      "is not trusted",
    ],
    ["the same, where names do not count", [rightlyNamed, { ...ca, sslrootcert: another }], "is not trusted"],
    [
      "an authority that the machine does not know",
      [rightlyNamed, { sslmode: "verify-full" }],
      "is not trusted",
    ],
  ])("is refused, and nothing is sent: %s", async (_, way, why) => {
    const journal = await journalAt(...way);
    await expect(claim(journal, resourceIntent())).rejects.toMatchObject({
      code: "journal_unavailable",
      outcome: "not-sent",
      message: expect.stringContaining(why),
      remedy: expect.stringContaining("sslrootcert"),
    });
  });
});
