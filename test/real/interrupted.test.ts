import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/journal/index.ts";
import { address, interruptions, occasions, Trial } from "./interrupted.ts";
import type { Run } from "./tofu.ts";

// What people and pipelines do after an apply that was interrupted, in this order, in one workspace.
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

// A replacement is a create to the provider; what is special is what the core keeps of the object before it.
const alsoReplacing = ["tofu killed", "provider killed", "state write refused", "reset after processing"];
const rows = Object.keys(interruptions).flatMap((interruption) =>
  Object.keys(occasions)
    .filter((occasion) => !occasion.startsWith("replacement") || alsoReplacing.includes(interruption))
    .map((occasion) => ({ interruption, occasion })),
);

describe("an interrupted reissue is not repeated", () => {
  test.concurrent.for(rows)("$interruption during $occasion", async ({ interruption, occasion }) => {
    const how = interruptions[interruption];
    const what = occasions[occasion];
    if (!how || !what) throw new Error("There is no such row.");
    await using trial = await Trial.open({ remoteState: how.refusesState ?? false });
    await what.prepare(trial);
    const attempt = await trial.interrupt(how, what);
    const reissues = trial.reissues;
    if (how.leaves === "result") {
      await trial.hasNothingToDo();
      expect((await trial.workspace.run("apply", "-input=false", "saved.plan")).exit).toBe(1);
      expect(trial.reissues).toBe(reissues);
      return;
    }
    for (const [name, followUp] of Object.entries(followUps)) {
      const run = await followUp(trial);
      expect(trial.reissues, `${name}: ${run.text}`).toBe(reissues);
      expectGuidance(name, run, attempt);
    }
  });
});

function expectGuidance(name: string, { text }: Run, { attemptId, state, certificateId }: Attempt): void {
  expect(text, name).not.toMatch(/panic|crash|Plugin did not respond|bug in the provider|internal error/i);
  if (text.includes("Saved plan is stale")) return;
  // Without an object in the state the provider is not asked about anything.
  if (name === "apply -refresh-only" && !text.includes("Refreshing state")) return;
  expect(text, name).toContain(`attempt ${attemptId}`);
  expect(text, name).toContain(`resolve = { "o-1" = "${attemptId}:`);
  expect(text, name).toContain("untaint RESOURCE_ADDRESS");
  if (state === "done") expect(text, name).toContain(`certificate ${certificateId}`);
}
