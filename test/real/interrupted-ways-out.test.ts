import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/journal/index.ts";
import {
  address,
  interruptions,
  occasions,
  orderId,
  resolving,
  superseding,
  Trial,
} from "../harness/terraform/interrupted.ts";

/** The open attempt, and its certificate at the service. */
interface Open {
  readonly attempt: Attempt;
  readonly certificate: string;
}

interface WayOut {
  /** `made`: the reissue happened. `not made`: it did not. `nothing`: the attempt stays open. */
  readonly says: "made" | "not made" | "nothing";
  /** The resource is removed. */
  readonly givesUp?: true;
  readonly take: (trial: Trial, open: Open) => Promise<void>;
}

const entry = ({ attempt: { attemptId } }: Open, result: string) => `${attemptId}:${result}`;

const waysOut: Readonly<Record<string, WayOut>> = {
  "resolve with the certificate": {
    says: "made",
    take: async (trial, open) => trial.configure(resolving(entry(open, open.certificate))),
  },
  "resolve as not happened": {
    says: "not made",
    take: async (trial, open) => trial.configure(resolving(entry(open, "not-happened"))),
  },
  "CERTORDER_RESOLVE with the certificate": {
    says: "made",
    take: (trial, open) => appliesWith(trial, `${orderId}=${entry(open, open.certificate)}`),
  },
  "CERTORDER_RESOLVE as not happened": {
    says: "not made",
    take: (trial, open) => appliesWith(trial, `other=a:b,${orderId}=${entry(open, "not-happened")}`),
  },
  "journal resolve with the certificate, and untaint": {
    says: "made",
    async take(trial, open) {
      await saysMade(trial, open);
      // An object that was created with an unknown outcome is tainted. It may be kept as it is.
      await trial.workspace.run("untaint", address);
    },
  },
  "journal resolve as not happened": {
    says: "not made",
    async take(trial, { attempt: { attemptId } }) {
      const resolved = await trial.certorder("journal", "resolve", orderId, attemptId, "--not-happened");
      expect(resolved.exit, resolved.text).toBe(0);
    },
  },
  "state rm and import": {
    says: "nothing",
    async take(trial, { certificate }) {
      await trial.state("rm", address);
      await trial.ok("import", "-input=false", address, `${orderId}/${certificate}@latest`);
    },
  },
  destroy: {
    says: "nothing",
    givesUp: true,
    async take(trial) {
      // With a refresh, the core makes a usual plan first, which a tainted object with an open attempt blocks.
      await trial.ok("destroy", "-input=false", "-auto-approve", "-refresh=false");
    },
  },
  "a removed block": {
    says: "nothing",
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

async function saysMade(trial: Trial, { attempt: { attemptId }, certificate }: Open): Promise<void> {
  const resolved = await trial.certorder(
    "journal",
    "resolve",
    orderId,
    attemptId,
    "--certificate-id",
    certificate,
  );
  expect(resolved.exit, resolved.text).toBe(0);
}

const rows = [
  ["provider killed", "create"],
  ["provider killed", "update"],
  ["provider killed", "replacement of a tainted one"],
  ["reset after processing", "create"],
  ["reset after processing", "update"],
  ["reset after processing", "renewal"],
  ["reset after processing", "replacement of another order, create_before_destroy"],
  ["reset after processing", "replacement of a tainted one, create_before_destroy"],
  ["answer without id", "create"],
] as const;

describe("Every way out of an open attempt leads to an empty plan", () => {
  test.concurrent.for(rows)("%s during %s", async ([interruption, occasion]) => {
    const how = interruptions[interruption];
    const what = occasions[occasion];
    if (!how || !what) throw new Error("There is no such row.");
    await using trial = await Trial.open({ remoteState: how.refusesState ?? false });
    await what.prepare(trial);
    const attempt = await trial.interrupt(how);
    const open: Open = { attempt, certificate: trial.certificate };
    const before = await attemptBefore(trial, open);
    trial.passTime();
    const goBack = trial.snapshot();

    for (const [name, way] of Object.entries(waysOut)) {
      const reissues = trial.reissues;
      if (way.says === "not made" && attempt.lastEvent === "done-unread") await isNotBelieved(trial, open);
      else if (way.says === "not made") {
        // The test writes `resolve` in place of the `supersede` that a tainted object needs too.
        const isInConfiguration = name === "resolve as not happened";
        await way.take(trial, open);
        if (occasion.includes("tainted") && isInConfiguration) {
          const { exit, text } = await trial.workspace.apply();
          expect(exit, text).toBe(1);
          expect(text).toContain(`supersede = { "${orderId}" = "${before}" }`);
          const both = [resolving(entry(open, "not-happened")), superseding(before)];
          trial.configure({ provider: both.map(({ provider }) => provider).join("\n") });
        }
        await isSettled(trial, name);
        expect(trial.reissues - reissues, name).toBe(1);
        expect(trial.stored, name).toBe(trial.certificate);
      } else {
        await way.take(trial, open);
        if (way.givesUp) await isForgotten(trial);
        if (way.says === "nothing") await staysOpen(trial, open, name);
        await isSettled(trial, name);
        expect(trial.reissues, name).toBe(reissues);
        expect(trial.stored, name).toBe(open.certificate);
      }
      if (name.startsWith("resolve ") && trial.stored === trial.certificate)
        await staleEntryDoesNothing(trial);
      goBack();
    }
  });
});

/** The id of the attempt before the open one. */
async function attemptBefore(trial: Trial, { attempt }: Open): Promise<string> {
  const before = (await trial.attempts()).findLast(({ attemptId }) => attemptId !== attempt.attemptId);
  return before?.attemptId ?? "";
}

async function isSettled(trial: Trial, name: string): Promise<void> {
  const { exit, text } = await trial.workspace.apply();
  expect(exit, `${name}: ${text}`).toBe(0);
  expect(text, name).not.toContain("no known outcome");
  await trial.hasNothingToDo();
}

async function isForgotten(trial: Trial): Promise<void> {
  trial.configure({ resource: "" });
  expect((await trial.workspace.plan()).exit).toBe(0);
  trial.configure({ resource: undefined });
}

/** Nothing is sent until a person resolves it. */
async function staysOpen(trial: Trial, open: Open, name: string): Promise<void> {
  const before = trial.reissues;
  // An import is adopted all the same.
  await trial.workspace.apply();
  const goBack = trial.snapshot();
  trial.configure({ triggers: { version: "later" } });
  const { exit, text } = await trial.workspace.apply();
  expect(exit, `${name}: ${text}`).toBe(1);
  expect(text, name).toContain(`attempt ${open.attempt.attemptId}`);
  expect(trial.reissues, name).toBe(before);
  goBack();
  await saysMade(trial, open);
}

/** The entry is still in the configuration when the next reissue is sent, and when that one is interrupted too. */
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

/** The service has reported success, so `not-happened` is refused in each of the ways. */
async function isNotBelieved(trial: Trial, open: Open): Promise<void> {
  const before = trial.reissues;
  const resolved = await trial.certorder(
    "journal",
    "resolve",
    orderId,
    open.attempt.attemptId,
    "--not-happened",
  );
  expect(resolved.exit).not.toBe(0);
  trial.configure(resolving(entry(open, "not-happened")));
  for (const args of [[], ["-refresh=false"]]) {
    const { exit, text } = await trial.workspace.apply(...args);
    expect(exit, text).toBe(1);
    expect(text).toContain(open.attempt.attemptId);
    expect(trial.reissues, text).toBe(before);
  }
}

test("A state that could not be written can be pushed later", async () => {
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

test("An entry of resolve or supersede for another attempt or order does nothing", async () => {
  await using trial = await Trial.open();
  await trial.interrupt({ fault: { kind: "reset-after-processing" }, leaves: "open attempt" });
  for (const other of [
    resolving("0123456789ab:not-happened"),
    resolving("0123456789ab:cert-9"),
    superseding("0123456789ab"),
  ]) {
    trial.configure(other);
    for (const args of [[], ["-refresh=false"]]) {
      const { exit, text } = await trial.workspace.apply(...args);
      expect(exit, text).toBe(1);
      expect(text).toContain("An earlier reissue has no known outcome");
      expect(text.includes("Order o-1 has no attempt 0123456789ab.")).toBe(text.includes("does not apply"));
    }
  }
  const [attempt] = await trial.attempts();
  await appliesWith(trial, `${orderId}=${attempt?.attemptId}:${trial.certificate}`);
  await trial.hasNothingToDo();
  expect(trial.reissues).toBe(1);
});
