import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/journal/index.ts";
import { address, interruptions, occasions, orderId, Trial } from "./interrupted.ts";

/** What is known when somebody goes about it: the attempt that is open, and what the service says of it. */
interface Open {
  readonly attempt: Attempt;
  readonly certificate: string;
}

interface WayOut {
  /** Not offered where the service has reported success. */
  readonly saysNotHappened?: true;
  /** The resource is given up, so nothing is left that could be planned. */
  readonly givesUp?: true;
  readonly take: (trial: Trial, open: Open) => Promise<void>;
}

const entry = ({ attempt: { attemptId } }: Open, result: string) => `${attemptId}:${result}`;
const inProvider = (text: string) => ({ provider: `  resolve = { "${orderId}" = "${text}" }` });

/** An object that was created with an open question is tainted, and has to be kept. */
async function keepIfTainted(trial: Trial): Promise<void> {
  await trial.workspace.run("untaint", address);
}

const waysOut: Readonly<Record<string, WayOut>> = {
  "resolve with the certificate": {
    async take(trial, open) {
      trial.configure(inProvider(entry(open, open.certificate)));
      await keepIfTainted(trial);
    },
  },
  "resolve as not happened": {
    saysNotHappened: true,
    async take(trial, open) {
      trial.configure(inProvider(entry(open, "not-happened")));
    },
  },
  "CERTORDER_RESOLVE with the certificate": {
    async take(trial, open) {
      await keepIfTainted(trial);
      await appliesWith(trial, `${orderId}=${entry(open, open.certificate)}`);
    },
  },
  "CERTORDER_RESOLVE as not happened": {
    saysNotHappened: true,
    take: (trial, open) => appliesWith(trial, `other=a:b,${orderId}=${entry(open, "not-happened")}`),
  },
  "journal resolve with the certificate": {
    async take(trial, { attempt: { attemptId }, certificate }) {
      const told = await trial.certorder("journal", "resolve", attemptId, "--certificate-id", certificate);
      expect(told.exit, told.text).toBe(0);
      await keepIfTainted(trial);
    },
  },
  "journal resolve as not happened": {
    saysNotHappened: true,
    async take(trial, { attempt: { attemptId } }) {
      const told = await trial.certorder("journal", "resolve", attemptId, "--not-happened");
      expect(told.exit, told.text).toBe(0);
    },
  },
  "state rm and import": {
    async take(trial, { certificate }) {
      await trial.state("rm", address);
      await trial.ok("import", "-input=false", address, `${orderId}/${certificate}`);
    },
  },
  destroy: {
    givesUp: true,
    async take(trial) {
      const { exit, text } = await trial.workspace.run("destroy", "-input=false", "-auto-approve");
      // The core makes a usual plan of a refresh first, and nobody tells the provider what for.
      if (exit !== 0) expect(text).toContain("To give the resource up instead: destroy -refresh=false");
      if (exit !== 0) await trial.ok("destroy", "-input=false", "-auto-approve", "-refresh=false");
    },
  },
  "a removed block": {
    givesUp: true,
    async take(trial) {
      trial.configure({ resource: `removed {\n  from = ${address}\n}\n` });
      await trial.ok("apply", "-input=false", "-auto-approve");
    },
  },
};

async function appliesWith(trial: Trial, variable: string): Promise<void> {
  const env = { CERTORDER_RESOLVE: variable };
  const args = ["apply", "-no-color", "-input=false", "-auto-approve"];
  const { exit, text } = await trial.workspace.start(args, env).ended;
  expect(exit, text).toBe(0);
}

const rows = [
  ["tofu killed", "create"],
  ["provider killed", "create"],
  ["provider killed", "update"],
  ["provider killed", "replacement"],
  ["reset after processing", "create"],
  ["reset after processing", "update"],
  ["reset after processing", "replacement, create_before_destroy"],
  ["answer without id", "create"],
] as const;

describe("every way out leads back to an empty plan", () => {
  test.concurrent.for(rows)("%s during %s", async ([interruption, occasion]) => {
    const how = interruptions[interruption];
    const what = occasions[occasion];
    if (!how || !what) throw new Error("There is no such row.");
    await using trial = await Trial.open({ remoteState: how.refusesState ?? false });
    await what.prepare(trial);
    const attempt = await trial.interrupt(how, what);
    const open: Open = { attempt, certificate: trial.certificate };
    const goBack = trial.snapshot();
    const didHappen = attempt.state === "done" || attempt.state === "done-unread";

    for (const [name, way] of Object.entries(waysOut)) {
      const before = trial.reissues;
      if (way.saysNotHappened && didHappen) await isNotBelieved(trial, open);
      else {
        await way.take(trial, open);
        if (way.givesUp) await isForgotten(trial);
        else await isSettled(trial, name);
        expect(trial.reissues - before, name).toBe(way.saysNotHappened ? 1 : 0);
        if (name.startsWith("resolve ")) await staleEntryDoesNothing(trial);
      }
      goBack();
    }
  });
});

async function isSettled(trial: Trial, name: string): Promise<void> {
  const { exit, text } = await trial.workspace.apply();
  expect(exit, `${name}: ${text}`).toBe(0);
  expect(text, name).not.toContain("Unresolved");
  await trial.hasNothingToDo();
}

async function isForgotten(trial: Trial): Promise<void> {
  trial.configure({ resource: "" });
  expect((await trial.workspace.plan()).exit).toBe(0);
}

/** The entry is still there when the next reissue is asked for, and when that one is interrupted too. */
async function staleEntryDoesNothing(trial: Trial): Promise<void> {
  const before = trial.reissues;
  trial.configure({ triggers: { version: "later" } });
  trial.stage.sandbox.fault({ kind: "reset-after-processing" });
  for (const attempt of ["sent", "refused"]) {
    const { exit, text } = await trial.workspace.apply();
    expect(exit, attempt).toBe(1);
    expect(trial.reissues, `${attempt}: ${text}`).toBe(before + 1);
  }
}

/** The service has reported success: whoever says otherwise is told so, in each of the ways. */
async function isNotBelieved(trial: Trial, open: Open): Promise<void> {
  const before = trial.reissues;
  const told = await trial.certorder("journal", "resolve", open.attempt.attemptId, "--not-happened");
  expect(told.exit).not.toBe(0);
  trial.configure(inProvider(entry(open, "not-happened")));
  for (const args of [[], ["-refresh=false"]]) {
    const { exit, text } = await trial.workspace.apply(...args);
    expect(exit, text).toBe(1);
    expect(text).toContain(open.attempt.attemptId);
    expect(trial.reissues, text).toBe(before);
  }
}

test("a state that could not be written is pushed later", async () => {
  await using trial = await Trial.open({ remoteState: true });
  const how = interruptions["state write refused"];
  if (!how) throw new Error("There is no such row.");
  await trial.interrupt(how);
  expect(existsSync(join(trial.workspace.folder, "errored.tfstate"))).toBe(true);
  const pushed = await trial.state("push", "errored.tfstate");
  expect(pushed.exit, pushed.text).toBe(0);
  await trial.hasNothingToDo();
  expect(trial.reissues).toBe(1);
  trial.configure({ triggers: { version: "2" } });
  await trial.ok("apply", "-input=false", "-auto-approve");
  expect(trial.reissues).toBe(2);
});

test("an entry for another attempt or another order does nothing", async () => {
  await using trial = await Trial.open();
  await trial.interrupt({ fault: { kind: "reset-after-processing" }, leaves: "question" });
  for (const other of [
    `resolve = { "${orderId}" = "0123456789ab:not-happened" }`,
    `resolve = { "${orderId}" = "0123456789ab:cert-9" }`,
  ]) {
    trial.configure({ provider: other });
    for (const args of [[], ["-refresh=false"]]) {
      const { exit, text } = await trial.workspace.apply(...args);
      expect(exit, text).toBe(1);
      expect(text).toContain("A Reissue Is Unresolved");
    }
  }
  expect(trial.reissues).toBe(1);
});
