import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { inParallel } from "../../in-parallel.ts";
import { PostgresServer } from "../../journal/postgres-server.ts";
import { credentials, S3Server } from "../../journal/s3-server.ts";
import { newFolder } from "../../new-folder.ts";
import { AtTerminal } from "../../proof/kills/at-terminal.ts";
import { AtWorkspace } from "../../proof/kills/at-workspace.ts";

// Where the promise ends with a folder of one machine, it holds with a journal that machines share.

const postgres = await PostgresServer.start({ max_connections: "300" });
const s3 = await S3Server.start();

/** A machine that has nothing but the address of the journal. */
const machine = (url: string) => ({
  ...{ CERTORDER_JOURNAL: "", CERTORDER_JOURNAL_URL: url, HOME: newFolder("home-"), XDG_STATE_HOME: "" },
  ...credentials,
});
const answered = "receive#1";

describe.each([
  ["PostgreSQL", () => postgres.newJournal()],
  ["S3", async () => s3.newJournal()],
])("with a journal in %s", (_, newJournal) => {
  test("a second machine that repeats what was killed on the first does not send it again", async () => {
    const url = await newJournal();
    await using asker = await AtTerminal.open();
    asker.env = machine(url);
    await asker.dies({ at: answered });
    asker.env = machine(url);
    expect((await asker.ask()).text).toContain("journal resolve");
    expect(asker.certificates()).toHaveLength(1);
  });

  test("a machine that dies with its disk before the state is stored: taken over, not sent again", async () => {
    const url = await newJournal();
    await using asker = await AtWorkspace.open("create", { remoteState: true, env: machine(url) });
    await asker.diesStoring("before");
    Object.assign(asker.trial.workspace.env, machine(url));
    await asker.trial.workspace.apply();
    expect(asker.certificates()).toHaveLength(1);
  });

  test("two machines with a state each: the second takes over what the first has made", async () => {
    const url = await newJournal();
    await using asker = await AtWorkspace.open("create", { env: machine(url) });
    await asker.trial.workspace.apply();
    const other = await asker.trial.another();
    Object.assign(other.env, machine(url));
    const { exit, text } = await other.apply();
    expect(exit, text).toBe(0);
    expect(asker.certificates()).toHaveLength(1);
  });

  test("the command line, killed at every step, the next time on another machine: never twice", async () => {
    await using whole = await AtTerminal.open();
    whole.env = machine(await newJournal());
    const { steps } = await whole.dies();
    expect(steps.filter((step) => step.startsWith("send, journal")).length).toBeGreaterThan(2);
    await inParallel(2, steps.length, async (index) => {
      const url = await newJournal();
      await using asker = await AtTerminal.open();
      asker.env = machine(url);
      await asker.dies({ at: steps[index] });
      asker.env = machine(url);
      const told = await asker.ask();
      if (!told.done) {
        const attempts = await new Journal({ url, env: credentials }).attempts("order-1");
        const [open] = attempts.filter(({ fate }) => fate === "open");
        expect(told.text, steps[index]).toContain(`journal resolve ${open?.attemptId}`);
        const later = new Journal({ url, env: credentials, now: () => new Date(Date.now() + 3_600_000) });
        await later.resolve(open?.attemptId ?? "", asker.certificates()[0] ?? null);
        expect(await asker.ask(), steps[index]).toMatchObject({ done: true });
      }
      expect(asker.certificates(), steps[index]).toHaveLength(1);
    });
  });
});
