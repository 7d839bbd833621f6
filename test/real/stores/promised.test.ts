import { describe, expect, test } from "vitest";
import { isOpen, Journal } from "../../../src/journal/index.ts";
import { inParallel } from "../../harness/in-parallel.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { AtTerminal } from "../../proof/kills/at-terminal.ts";
import { AtWorkspace } from "../../proof/kills/at-workspace.ts";
import { recordSteps, runKilledAt } from "../../proof/kills/kill.ts";

// With a folder on one machine the promise ends with that disk. With a shared journal it does not.

const postgres = await PostgresServer.start({ max_connections: "300" });
const s3 = await S3Server.start();

/** A machine that has nothing but the address of the journal. */
const machine = (url: string) => ({
  ...credentials,
  CERTORDER_JOURNAL: url,
  HOME: newFolder("home-"),
  XDG_STATE_HOME: "",
});

describe.each([
  ["PostgreSQL", () => postgres.newJournal()],
  ["S3", () => s3.newJournal()],
])("With a journal in %s", (_, newJournal) => {
  test("A certificate is adopted if the machine died with its disk before the state was stored", async () => {
    const url = await newJournal();
    await using person = await AtWorkspace.open("create", { remoteState: true, env: machine(url) });
    await person.diesStoring("before");
    Object.assign(person.trial.workspace.env, machine(url));
    await person.trial.workspace.apply();
    expect(person.certificates()).toHaveLength(1);
  });

  test("A command that is killed at any step and repeated on another machine sends once", async () => {
    await using whole = await AtTerminal.open();
    whole.env = machine(await newJournal());
    const steps = await recordSteps(whole);
    expect(steps.filter((step) => step.startsWith("send, journal")).length).toBeGreaterThan(2);
    await inParallel(2, steps.length, async (index) => {
      const url = await newJournal();
      await using person = await AtTerminal.open();
      person.env = machine(url);
      await runKilledAt(person, steps[index] ?? "");
      person.env = machine(url);
      const answer = await person.ask();
      if (!answer.done) {
        const attempts = await new Journal(url, { env: credentials }).attempts("order-1");
        const [open] = attempts.filter(isOpen);
        expect(answer.text, steps[index]).toContain(`journal resolve order-1 ${open?.attemptId}`);
        const later = new Journal(url, { env: credentials, now: () => new Date(Date.now() + 3_600_000) });
        await later.resolve({
          orderId: "order-1",
          attemptId: open?.attemptId ?? "",
          certificateId: person.certificates()[0] ?? null,
        });
        expect(await person.ask(), steps[index]).toMatchObject({ done: true });
      }
      expect(person.certificates(), steps[index]).toHaveLength(1);
    });
  });
});
