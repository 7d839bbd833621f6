import { describe, expect, test } from "vitest";
import type { Interruption } from "../harness/terraform/interrupted.ts";
import {
  address,
  interruptions,
  occasions,
  orderId,
  resolving,
  Trial,
  until,
} from "../harness/terraform/interrupted.ts";
import { reissue } from "../harness/terraform/stage.ts";

// Each of these has led to a second reissue, or to a dead end, once.

const interruption = (name: string): Interruption => interruptions[name] as Interruption;
const tofuKilled = interruption("tofu killed");
const providerKilled = interruption("provider killed");
const allKilled = interruption("all killed");
const reset = interruption("reset after processing");

/** Prepares the occasion, interrupts it, and returns the open attempt with the certificate that came of it. */
async function interrupted(trial: Trial, how: Interruption, occasion: string) {
  const what = occasions[occasion];
  await what?.prepare(trial);
  const { attemptId } = await trial.interrupt(how);
  const reissues = trial.reissues;
  return {
    attemptId,
    happened: `${attemptId}:${trial.certificate}`,
    /** Applies until nothing is left to do; nothing may be reissued by that. */
    async endsWell(...args: string[]) {
      const { exit, text } = await trial.workspace.apply(...args);
      expect(trial.reissues, text).toBe(reissues);
      expect(exit, text).toBe(0);
      await trial.hasNothingToDo();
      expect(trial.reissues).toBe(reissues);
    },
    async isRefused(...args: string[]) {
      const { exit, text } = await trial.workspace.run("apply", "-input=false", ...args);
      expect(trial.reissues, text).toBe(reissues);
      expect(exit, text).toBe(1);
      expect(text).toContain(attemptId);
    },
  };
}

describe.each(["create", "update"])("The resolution of an interrupted %s", (occasion) => {
  test.concurrent("lasts if the state that it leads to cannot be stored", async () => {
    await using trial = await Trial.open({ remoteState: true });
    const { happened, endsWell } = await interrupted(trial, providerKilled, occasion);
    trial.configure(resolving(happened));
    await trial.appliesWithoutStoring();
    await endsWell();
    trial.configure({ provider: "", triggers: { version: "3" } });
    expect((await trial.workspace.plan()).text).toContain("will be reissued");
  });

  test.concurrent("has no effect beyond a plan that only previewed it", async () => {
    await using trial = await Trial.open();
    const { happened, endsWell, isRefused } = await interrupted(trial, providerKilled, occasion);
    const planned = await trial.workspace.start(["plan", "-no-color", "-input=false"], {
      CERTORDER_RESOLVE: `${orderId}=${happened}`,
    }).ended;
    expect(planned.text).toContain("is adopted without a reissue");
    await isRefused("-auto-approve");
    trial.configure(resolving(happened));
    await endsWell();
    expect(trial.stored).toBe(trial.certificate);
  });

  test.concurrent.each([
    ["a plan from before", ["saved.plan"]],
    ["a plan without a refresh", ["-refresh=false"]],
  ])("counts if it was made at the command line, also for %s", async (_, args) => {
    await using trial = await Trial.open();
    const { attemptId, endsWell } = await interrupted(trial, allKilled, occasion);
    const { certificate } = trial;
    const told = await trial.certorder(
      "journal",
      "resolve",
      orderId,
      attemptId,
      "--certificate-id",
      certificate,
    );
    expect(told.exit, told.text).toBe(0);
    await endsWell(...args);
    expect(trial.stored).toBe(certificate);
  });

  test.concurrent("is refused while the provider still waits for the answer", async () => {
    await using trial = await Trial.open();
    await occasions[occasion]?.prepare(trial);
    const before = trial.reissues;
    trial.stage.sandbox.fault({ kind: "hang", effect: true });
    const { child, ended } = trial.workspace.start(
      ["apply", "-no-color", "-input=false", "-auto-approve"],
      { CERTORDER_RESPONSE_TIMEOUT_SECONDS: "600" },
      { detached: true },
    );
    await until("it was carried out", () => trial.reissues > before);
    child.kill("SIGKILL");
    await ended;
    const attempt = (await trial.attempts()).at(-1);
    trial.configure(resolving(`${attempt?.attemptId}:not-happened`));
    trial.passTime();
    const { exit, text } = await trial.workspace.apply();
    const pid = Number(attempt?.process.split("/")[1]);
    process.kill(pid, "SIGKILL");
    expect(trial.reissues, text).toBe(before + 1);
    expect(exit, text).toBe(1);
    expect(text).toContain("may still be in flight");
    // Then it is.
    await trial.settled();
    expect((await trial.workspace.apply()).exit).toBe(0);
    expect(trial.reissues).toBe(before + 2);
    await trial.hasNothingToDo();
  });
});

test.concurrent.for([
  "replacement of another order, create_before_destroy",
  "replacement of a tainted one, create_before_destroy",
])("The next apply adopts the certificate if tofu was killed during %s", async (occasion) => {
  await using trial = await Trial.open();
  const { endsWell } = await interrupted(trial, tofuKilled, occasion);
  await endsWell();
  expect(trial.stored).toBe(trial.certificate);
});

test.concurrent("Without a journal, an object that waits to be destroyed does not hide an open attempt", async () => {
  await using trial = await Trial.open({ env: { CERTORDER_JOURNAL_MODE: "off" } });
  await occasions["replacement of another order, create_before_destroy"]?.prepare(trial);
  trial.stage.sandbox.fault({ kind: "reset-after-processing" });
  expect((await trial.workspace.apply()).exit).toBe(1);
  for (let round = 0; round < 8; round++) {
    const { text } = await trial.workspace.apply(...(round % 2 ? ["-refresh=false"] : []));
    expect(trial.reissues, text).toBe(2);
    expect(text).toContain("no known outcome");
  }
});

test.concurrent("An order id that is only known after apply does not hide an open attempt", async () => {
  await using trial = await Trial.open();
  const from = (version: number) => `
    resource "terraform_data" "order" {
      input            = "${orderId}"
      triggers_replace = ${version}
    }
    ${reissueOf("terraform_data.order.output")}`;
  trial.configure({ resource: from(1) });
  await trial.ok("apply", "-input=false", "-auto-approve", "-target=terraform_data.order");
  const { isRefused } = await interrupted(trial, reset, "create");
  trial.configure({ resource: from(2) });
  await isRefused("-auto-approve");
  await isRefused("-auto-approve", "-refresh=false");
});

test.concurrent("An import does not settle an attempt that another workspace began afterwards", async () => {
  await using trial = await Trial.open();
  const other = await trial.another();
  expect((await other.run("import", "-input=false", address, `${orderId}/cert-1`)).exit).toBe(0);
  const { isRefused } = await interrupted(trial, providerKilled, "create");
  const blocked = await other.apply();
  expect(blocked.exit, blocked.text).toBe(1);
  expect(blocked.text).toContain("no known outcome");
  await isRefused("-auto-approve");
});

function reissueOf(order: string): string {
  return reissue().replace(`order_id = "${orderId}"`, `order_id = ${order}`);
}
