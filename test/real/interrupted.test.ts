import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/journal/index.ts";
import { address, interruptions, occasions, Trial } from "../harness/terraform/interrupted.ts";
import type { Run } from "../harness/terraform/tofu.ts";

// What people and pipelines do after an apply that was interrupted.
const followUps: Readonly<Record<string, (trial: Trial) => Promise<Run>>> = {
  "the saved plan again": ({ workspace }) => workspace.run("apply", "-input=false", "saved.plan"),
  apply: ({ workspace }) => workspace.apply(),
  "apply -refresh=false": ({ workspace }) => workspace.apply("-refresh=false"),
  "apply -target": ({ workspace }) => workspace.apply(`-target=${address}`),
  "apply -replace -refresh=false": ({ workspace }) =>
    workspace.apply(`-replace=${address}`, "-refresh=false"),
  "apply -refresh-only": ({ workspace }) => workspace.apply("-refresh-only"),
  async taint({ workspace }) {
    await workspace.run("taint", address);
    return workspace.apply("-refresh=false");
  },
  create_before_destroy(trial) {
    trial.configure({ createFirst: true });
    return trial.workspace.apply("-refresh=false");
  },
  async untaint({ workspace }) {
    await workspace.run("untaint", address);
    return workspace.apply();
  },
};

// A replacement is a create to the provider, and a renewal a change; what is special is what the state has of it.
const manyOccasions = ["tofu killed", "provider killed", "state write refused", "reset after processing"];
const rows = Object.keys(interruptions).flatMap((interruption) =>
  Object.keys(occasions)
    .filter((occasion) => ["create", "update"].includes(occasion) || manyOccasions.includes(interruption))
    .map((occasion) => ({ interruption, occasion })),
);

describe("An interrupted reissue is not repeated by what people do next", () => {
  test.concurrent.for(rows)("$interruption during $occasion", async ({ interruption, occasion }) => {
    const how = interruptions[interruption];
    const what = occasions[occasion];
    if (!how || !what) throw new Error("There is no such row.");
    await using trial = await Trial.open({ remoteState: how.refusesState ?? false });
    await what.prepare(trial);
    const attempt = await trial.interrupt(how);
    const reissues = trial.reissues;
    if (how.leaves === "result") {
      expect(trial.stored).toBe(trial.certificate);
      await trial.hasNothingToDo();
      expect((await trial.workspace.run("apply", "-input=false", "saved.plan")).exit).toBe(1);
      expect(trial.reissues).toBe(reissues);
      return;
    }
    const goBack = trial.snapshot();
    for (const [name, followUp] of Object.entries(followUps)) {
      const run = await followUp(trial);
      expect(trial.reissues, `${name}: ${run.text}`).toBe(reissues);
      expect(run.text, name).not.toMatch(
        /panic|crash|Plugin did not respond|bug in the provider|internal error/i,
      );
      if (how.leaves === "journaled result") {
        await endsWithResult(trial, name, run, attempt);
        goBack();
      } else expectGuidance(name, run, attempt);
    }
  });
});

/** The service has answered, and the journal knows it: no person has to resolve anything. */
async function endsWithResult(
  trial: Trial,
  name: string,
  { exit, text }: Run,
  { certificateId }: Attempt,
): Promise<void> {
  const reissues = trial.reissues;
  if (trial.stored !== certificateId) {
    // Nothing is adopted where nothing is planned, or by a stale plan or a refused one.
    if (exit === 0 && name !== "apply -refresh-only")
      expect(text, name).toContain(`certificate ${certificateId}`);
    else if (exit !== 0) expect(text, name).toMatch(/Saved plan is stale|Replacing does not reissue/);
    const again = await trial.workspace.apply();
    expect(again.exit, `${name}: ${again.text}`).toBe(0);
    expect(again.text, name).toContain("is adopted without a reissue");
  } else expect(exit, text).toBe(0);
  expect(trial.stored, name).toBe(certificateId);
  const { exit: left, text: planned } = await trial.workspace.plan();
  expect(left, `${name}: ${planned}`).toBe(0);
  expect(trial.reissues, name).toBe(reissues);
}

function expectGuidance(name: string, { text }: Run, { attemptId }: Attempt): void {
  if (text.includes("Saved plan is stale")) return;
  // Nothing is planned then.
  if (name === "apply -refresh-only") return;
  if (text.includes("Replacing does not reissue")) return;
  expect(text, name).toContain(`attempt ${attemptId}`);
  expect(text, name).toContain(`resolve = { "o-1" = "${attemptId}:`);
}
