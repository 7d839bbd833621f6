import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  address,
  interruptions,
  occasions,
  orderId,
  resolving,
  Trial,
  until,
} from "../harness/terraform/interrupted.ts";

describe("An open attempt in the state blocks its order", () => {
  test.concurrent.for([
    "create",
    "update",
    "replacement of another order, create_before_destroy",
    "replacement of a tainted one, create_before_destroy",
  ])("if the journal is lost after an unknown outcome of %s", async (occasion) => {
    await using trial = await Trial.open();
    await occasions[occasion]?.prepare(trial);
    const { attemptId } = await trial.interrupt({
      ...{ fault: { kind: "reset-after-processing" }, leaves: "open attempt" },
    });
    rmSync(trial.workspace.journal, { recursive: true });
    await isBlocked(trial, attemptId);
    // Destroying it writes what only the state knew into the journal.
    await trial.ok("destroy", "-input=false", "-auto-approve", "-refresh=false");
    expect(trial.attributes).toBeUndefined();
    await isBlocked(trial, attemptId);
  });

  test.concurrent.for(["create", "update"])("if the journal is off during %s", async (occasion) => {
    await using trial = await Trial.open({ env: { CERTORDER_JOURNAL_MODE: "off" } });
    await occasions[occasion]?.prepare(trial);
    trial.stage.sandbox.fault({ kind: "reset-after-processing" });
    expect((await trial.workspace.apply()).exit).toBe(1);
    const { certificate } = trial;
    const attemptId = String(trial.attributes?.open_attempt_id);
    await isBlocked(trial, attemptId);

    // `resolve` settles it, and may stay in the configuration.
    const reissues = trial.reissues;
    const goBack = trial.snapshot();
    for (const [word, more] of [
      [certificate, 0],
      ["not-happened", 1],
    ] as const) {
      trial.configure(resolving(`${attemptId}:${word}`));
      if (more > 0) {
        expect((await trial.workspace.plan()).text).toContain("may still be in flight");
        trial.passTime();
      }
      if (occasion === "create" && more === 0) {
        // A created object is tainted, and no journal has its certificate.
        expect((await trial.workspace.apply()).text).toContain("terraform untaint ADDRESS");
        await trial.ok("untaint", address);
      }
      await trial.ok("apply", "-input=false", "-auto-approve");
      await trial.hasNothingToDo();
      expect(trial.reissues).toBe(reissues + more);
      expect(trial.stored).toBe(trial.certificate);
      goBack();
    }
  });

  test.concurrent("until a resolution, which a runner accepts that has only the state", async () => {
    await using trial = await Trial.open();
    await trial.interrupt({ fault: { kind: "reset-after-processing" }, leaves: "open attempt" });
    const attemptId = String(trial.attributes?.open_attempt_id);
    trial.configure(resolving(`${attemptId}:not-happened`));
    trial.passTime();
    for (const [args, reissues] of [
      [["plan", "-input=false"], 1],
      [["apply", "-input=false", "-auto-approve"], 2],
    ] as const) {
      rmSync(trial.workspace.journal, { recursive: true, force: true });
      await trial.ok(...args);
      expect(trial.reissues).toBe(reissues);
    }
    await trial.hasNothingToDo();
  });
});

async function isBlocked(trial: Trial, attemptId: string): Promise<void> {
  const reissues = trial.reissues;
  for (const args of [[], ["-refresh=false"], [`-replace=${address}`, "-refresh=false"]]) {
    const { exit, text } = await trial.workspace.apply(...args);
    expect(trial.reissues, text).toBe(reissues);
    expect(exit, text).toBe(1);
    if (!text.includes("Replacing does not reissue")) expect(text).toContain(`attempt ${attemptId}`);
  }
}

test.concurrent("A journal that cannot be used stops reissues and destroys, and nothing else", async () => {
  await using trial = await Trial.open();
  await trial.reissuesOnce();
  rmSync(trial.workspace.journal, { recursive: true });
  writeFileSync(trial.workspace.journal, "a file where the folder should be");
  await trial.hasNothingToDo();
  trial.configure({ triggers: { version: "2" } });
  const { exit, text } = await trial.workspace.apply();
  expect(exit, text).toBe(1);
  expect(text).toContain("cannot be used");
  expect(trial.reissues).toBe(1);
  trial.configure({ provider: '  journal = "best-effort"' });
  const passedOver = await trial.ok("apply", "-input=false", "-auto-approve");
  expect(passedOver.text).toContain("The journal cannot be used");
  expect(trial.reissues).toBe(2);
  // Only the state knows of that one. Once removed, it would be sent again when the block comes back.
  trial.configure({ provider: "" });
  const kept = await trial.workspace.run("destroy", "-input=false", "-auto-approve");
  expect(kept.exit, kept.text).toBe(1);
  expect(kept.text).toContain("cannot be used");
  expect(trial.stored).toBe(trial.certificate);
  trial.configure({ provider: '  journal = "best-effort"' });
  await trial.ok("destroy", "-input=false", "-auto-approve");
});

test.concurrent("Of three applies at once, with one journal and three states, one reissues, and all get its certificate", async () => {
  await using trial = await Trial.open();
  const workspaces = [trial.workspace, await trial.another(), await trial.another()];
  // An apply during the reissue is blocked, and a later one adopts the certificate.
  const runs = await Promise.all(workspaces.map((workspace) => workspace.apply()));
  for (const { exit, text } of runs)
    if (exit !== 0) expect(text).toContain("A reissue of this order is under way");
  expect(runs.some(({ exit }) => exit === 0)).toBe(true);
  expect(trial.reissues).toBe(1);
  for (const workspace of workspaces) {
    const { exit, text } = await workspace.apply();
    expect(exit, text).toBe(0);
    expect(workspace.attributes(address)).toMatchObject({ certificate_id: trial.certificate });
  }
  expect(trial.reissues).toBe(1);
});

describe("An interrupted apply that adopts an import reissues nothing, and the next apply adopts it", () => {
  const open = async (remoteState: boolean) => {
    const trial = await Trial.open({ remoteState });
    await trial.ok("import", "-input=false", address, `${orderId}/cert-1`);
    return trial;
  };
  const adoptsLater = async (trial: Trial) => {
    await trial.ok("apply", "-input=false", "-auto-approve");
    await trial.hasNothingToDo();
    expect(trial.stage.sandbox.requests).toEqual([]);
  };

  test.concurrent("if the state cannot be written", async () => {
    await using trial = await open(true);
    await trial.appliesWithoutStoring();
    await adoptsLater(trial);
  });

  test.concurrent.for(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
    "after %s to all processes",
    async (signal) => {
      await using trial = await open(false);
      const args = ["apply", "-no-color", "-input=false", "-auto-approve"];
      const { child, ended } = trial.workspace.start(args, {}, { detached: true });
      let printed = "";
      child.stdout?.on("data", (text: string) => (printed += text));
      await until("it is being adopted", () => printed.includes("Modifying...") || child.exitCode !== null);
      if (child.exitCode === null) process.kill(-(child.pid ?? 0), signal);
      await ended;
      await adoptsLater(trial);
    },
  );

  test.concurrent("once the attempt that was open before is resolved", async () => {
    const killed = interruptions["provider killed"];
    if (!killed) throw new Error("There is no such row.");
    await using trial = await Trial.open({ remoteState: true });
    const { attemptId } = await trial.interrupt(killed);
    await trial.ok("import", "-input=false", address, `${orderId}/${trial.certificate}`);
    const { exit, text } = await trial.workspace.apply();
    expect(exit).toBe(1);
    expect(text).toContain(`attempt ${attemptId}`);
    trial.configure(resolving(`${attemptId}:${trial.certificate}`));
    await trial.appliesWithoutStoring();
    await trial.ok("apply", "-input=false", "-auto-approve");
    await trial.hasNothingToDo();
    expect(trial.reissues).toBe(1);
  });
});
