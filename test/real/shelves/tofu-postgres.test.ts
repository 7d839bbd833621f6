import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { inParallel } from "../../in-parallel.ts";
import { PostgresServer } from "../../journal/postgres-server.ts";
import { newFolder } from "../../new-folder.ts";
import { hcl, order, reissue, Stage } from "../stage.ts";
import type { Run, Workspace } from "../tofu.ts";

const kills = 40;
const server = await PostgresServer.start({ max_connections: "300" });

/** A disk that is new for every command, as a runner's is. */
function freshDisk(): NodeJS.ProcessEnv {
  const home = newFolder("home-");
  return { HOME: home, XDG_STATE_HOME: undefined, CERTORDER_JOURNAL: undefined, TMPDIR: home };
}

const apply = (workspace: Workspace): Promise<Run> =>
  workspace.start(["apply", "-input=false", "-no-color", "-auto-approve"], freshDisk()).ended;

test(`state and journal in PostgreSQL, a new disk for each command, ${kills} kills: none is reissued twice`, async () => {
  const url = await server.newJournal();
  const seen = { unresolved: 0, answered: 0, sent: 0 };
  await inParallel(2, kills, async (index) => {
    const orderId = `o-${index}`;
    await using stage = await Stage.open({
      orders: [order(orderId)],
      env: { CERTORDER_JOURNAL_URL: url, CERTORDER_JOURNAL: undefined, CI: "true" },
    });
    const { workspace } = stage;
    const state = { conn_str: `${server.url()}?sslmode=disable`, schema_name: `state_${index}` };
    workspace.write(`terraform {\n  backend "pg" {\n${hcl(state)}  }\n}\n`, "backend.tf");
    await stage.begin(reissue({ order_id: orderId }));

    // Killed at any moment, everybody at once.
    const { child, ended } = workspace.start(["apply", "-input=false", "-auto-approve"], freshDisk(), {
      detached: true,
    });
    await sleep(300 + (index * 1_500) / kills);
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    await ended;

    const before = stage.reissues(orderId);
    const again = await apply(workspace);
    expect(again.text).not.toContain("Lies on This Runner");
    if (again.exit === 0) seen[before === 1 ? "answered" : "sent"]++;
    else {
      // A person looks the order up at the service, and says what became of it.
      seen.unresolved++;
      const [attempt] = (await new Journal({ url }).attempts(orderId)).filter(({ fate }) => fate === "open");
      expect(again.text).toContain(attempt?.attemptId);
      expect(again.text).toMatch(/journal resolve|resolve =/);
      const certificate = stage.sandbox.ledger.find((entry) => entry.orderId === orderId)?.certificateId;
      const later = new Journal({ url, now: () => new Date(Date.now() + 3_600_000) });
      await later.resolve(attempt?.attemptId ?? "", certificate ?? null);
      const last = await apply(workspace);
      expect(last.exit, last.text).toBe(0);
    }
    expect(stage.reissues(orderId), again.text).toBe(1);
    const { exit, text } = await workspace.start(["plan", "-input=false", "-detailed-exitcode"], freshDisk())
      .ended;
    expect(exit, text).toBe(0);
  });
  // Kills have met all three: before, during and after the reissue.
  console.log("what the next command met:", seen);
  expect(seen.unresolved + seen.answered + seen.sent).toBe(kills);
});

test("a journal that cannot be reached is told at plan, without the password, and nothing is sent", async () => {
  const url = "postgres://me:hunter2-the-password@127.0.0.1:1/orders";
  await using stage = await Stage.open({ env: { CERTORDER_JOURNAL: undefined } });
  await stage.begin(`provider "certorder" {\n  journal_url = ${JSON.stringify(url)}\n}\n${reissue()}`);
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(1);
  expect(text).toContain("postgres://me@127.0.0.1:1/orders cannot be used: nobody answers");
  expect(text).not.toContain("hunter2");
  expect(stage.reissues()).toBe(0);
});

test("journal_url and journal_dir together are refused", async () => {
  await using stage = await Stage.open();
  await stage.begin(`provider "certorder" {\n  journal_url = "file:///tmp/x"\n}\n${reissue()}`);
  const { exit, text } = await stage.workspace.plan();
  expect([exit, text]).toEqual([1, expect.stringContaining("Both journal_dir and journal_url")]);
});
