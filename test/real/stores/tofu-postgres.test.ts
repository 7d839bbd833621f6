import { join } from "node:path";
import { expect, test } from "vitest";
import { isOpen, Journal } from "../../../src/journal/index.ts";
import { inParallel } from "../../harness/in-parallel.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { killing, stepsIn } from "../../harness/killing.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { hcl, order, reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import type { Run, Workspace } from "../../harness/terraform/tofu.ts";

const kills = 40;
const server = await PostgresServer.start({ max_connections: "300" });

/** A disk that is new for every command, as a runner's is. */
function freshDisk(): NodeJS.ProcessEnv {
  const home = newFolder("home-");
  return { HOME: home, XDG_STATE_HOME: undefined, TMPDIR: home };
}

const applying = ["apply", "-input=false", "-no-color", "-auto-approve"];

const apply = (workspace: Workspace): Promise<Run> => workspace.start(applying, freshDisk()).ended;

/** An order of its own, with a state of its own, beside the journal. */
async function opened(index: number, url: string): Promise<TerraformWithSandbox> {
  const stage = await TerraformWithSandbox.open({
    orders: [order(`o-${index}`)],
    env: { CERTORDER_JOURNAL: url, CI: "true" },
  });
  const schema = new URL(url).searchParams.get("schema");
  const state = { conn_str: `${server.url()}?sslmode=disable`, schema_name: `${schema}_state_${index}` };
  stage.workspace.write(`terraform {\n  backend "pg" {\n${hcl(state)}  }\n}\n`, "backend.tf");
  await stage.begin(reissue({ order_id: `o-${index}` }));
  return stage;
}

/** Applies, until provider and core die together right before a step of the provider's. */
async function dies({ workspace }: TerraformWithSandbox, at?: string): Promise<string[]> {
  const steps = join(workspace.folder, "steps");
  await workspace.start(applying, { ...freshDisk(), ...killing(steps, { at, whom: "both" }) }).ended;
  return stepsIn(steps);
}

test(`With state and journal in PostgreSQL and a new disk for each command, ${kills} kills reissue no order twice`, async () => {
  const url = await server.newJournal();
  await using whole = await opened(kills, url);
  const steps = await dies(whole);
  // From the plan's end on: what comes before leaves nothing behind.
  const first = steps.indexOf("connect#1");
  expect(first).toBeGreaterThan(0);
  const from = first - 10;
  const seen = { unresolved: 0, answered: 0, sent: 0 };

  await inParallel(2, kills, async (index) => {
    const orderId = `o-${index}`;
    const step = steps[from + Math.floor((index * (steps.length - from)) / kills)];
    await using stage = await opened(index, url);
    await dies(stage, step);

    const before = stage.reissues(orderId);
    const again = await apply(stage.workspace);
    expect(again.text).not.toContain("vanishes with this machine");
    if (again.exit === 0) seen[before === 1 ? "answered" : "sent"]++;
    else {
      // A person looks the order up at the service and resolves the attempt.
      seen.unresolved++;
      const [attempt] = (await new Journal(url).attempts(orderId)).filter(isOpen);
      expect(again.text, step).toContain(attempt?.attemptId);
      expect(again.text, step).toContain("resolve = {");
      const [entry] = stage.sandbox.ledger;
      const later = new Journal(url, { now: () => new Date(Date.now() + 3_600_000) });
      await later.resolve({
        orderId,
        attemptId: attempt?.attemptId ?? "",
        certificateId: entry?.certificateId ?? null,
      });
      const last = await apply(stage.workspace);
      expect(last.exit, last.text).toBe(0);
    }
    expect(stage.reissues(orderId), `${step}: ${again.text}`).toBe(1);
    const planning = ["plan", "-input=false", "-detailed-exitcode"];
    const { exit, text } = await stage.workspace.start(planning, freshDisk()).ended;
    expect(exit, text).toBe(0);
  });
  // The kills hit all phases: before the send, in between, and after the result was recorded.
  expect(seen.unresolved + seen.answered + seen.sent).toBe(kills);
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(0);
  console.log("After the kill:", seen);
});
