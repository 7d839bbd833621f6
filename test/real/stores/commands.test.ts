import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { certorderProcess as certorder } from "../../harness/cli/cli.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";
import { initJournal } from "../../harness/journal/new-journal.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";

const postgres = await PostgresServer.start();
const s3 = await S3Server.start();

describe.each([
  ["PostgreSQL", () => postgres.newPlace()],
  ["S3", async () => s3.newPlace()],
])("The journal commands, with a journal in %s", (name, newPlace) => {
  const run = async (url: string, ...args: string[]) =>
    certorder(["journal", ...args], { env: { ...credentials, CERTORDER_JOURNAL: url } });

  test("create no journal if they only read; init shows what others need; check leaves no attempt", async () => {
    const url = await newPlace();
    const status = (...flags: string[]) =>
      certorder(["status", ...flags, "--journal", url], { env: credentials });
    for (let time = 0; time < 2; time++) {
      for (const refused of [await status(), await run(url, "show", "order-1"), await run(url, "check")])
        expect(refused).toMatchObject({
          code: 7,
          stderr: expect.stringContaining("certorder journal init --journal"),
        });
    }
    const { code, stdout } = await run(url, "init");
    expect(code).toBe(0);
    expect(stdout).toContain(name === "S3" ? "s3:ListBucket" : "grant select, insert on");
    const checked = await run(url, "check", "--rounds", "3", "--json");
    const sound = { sound: true, events: 24, lost: 0, doubled: 0, misled: 0 };
    expect(JSON.parse(checked.stdout)).toMatchObject(sound);
    expect((await status()).stdout).toContain("The journal is empty.");
  });

  test("copy it to the other store and back", async () => {
    const url = await initJournal(await newPlace(), credentials);
    const other = name === "S3" ? await postgres.newPlace() : s3.newPlace();
    await reissue(new Journal(url, { env: credentials }), commandIntent());
    const copied = await certorder(["journal", "copy", url, other], { env: credentials });
    expect([copied.code, copied.stdout]).toEqual([0, expect.stringContaining("2 events of 1 order.")]);
    const [from, to] = [url, other].map((each) => new Journal(each, { env: credentials }));
    expect(await to?.attempts()).toEqual(await from?.attempts());
    const back = await certorder(["journal", "copy", other, url, "--json"], { env: credentials });
    expect(JSON.parse(back.stdout)).toMatchObject({ orders: 1, events: 0 });
  });
});
