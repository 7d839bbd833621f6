import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { address, interruptions, occasions, orderId, Trial, until } from "./interrupted.ts";

describe("what is in the state holds an order back without the journal", () => {
  test.concurrent.for(["create", "update", "replacement, create_before_destroy"])(
    "the journal is lost after an unknown outcome of %s",
    async (occasion) => {
      await using trial = await Trial.open();
      await occasions[occasion]?.prepare(trial);
      const { attemptId } = await trial.interrupt(
        { fault: { kind: "reset-after-processing" }, leaves: "question" },
        occasions[occasion],
      );
      rmSync(trial.workspace.journal, { recursive: true });
      await isHeldBack(trial, attemptId);
    },
  );

  test.concurrent.for(["create", "update"])("the journal is off during %s", async (occasion) => {
    await using trial = await Trial.open({ env: { CERTORDER_JOURNAL_MODE: "off" } });
    await occasions[occasion]?.prepare(trial);
    trial.stage.sandbox.fault({ kind: "reset-after-processing" });
    expect((await trial.workspace.apply()).exit).toBe(1);
    const { certificate } = trial;
    const attemptId = String(trial.workspace.attributes(address)?.attempt_id);
    await isHeldBack(trial, attemptId);

    // And a person's word gets it out of there, also when it is left in the configuration.
    const reissues = trial.reissues;
    trial.configure({ provider: `  resolve = { "${orderId}" = "${attemptId}:${certificate}" }` });
    await trial.workspace.run("untaint", address);
    await trial.ok("apply", "-input=false", "-auto-approve");
    await trial.hasNothingToDo();
    expect(trial.reissues).toBe(reissues);
    expect(trial.workspace.attributes(address)).toMatchObject({ certificate_id: certificate });
  });
});

async function isHeldBack(trial: Trial, attemptId: string): Promise<void> {
  const reissues = trial.reissues;
  for (const args of [[], ["-refresh=false"], [`-replace=${address}`, "-refresh=false"]]) {
    const { exit, text } = await trial.workspace.apply(...args);
    expect(trial.reissues, text).toBe(reissues);
    expect(exit, text).toBe(1);
    expect(text).toContain(`attempt ${attemptId}`);
  }
}

test.concurrent("a journal that cannot be used stops reissues and nothing else", async () => {
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
  expect(passedOver.text).toContain("Going On Without the Journal");
  expect(trial.reissues).toBe(2);
  trial.configure({ provider: "" });
  await trial.ok("destroy", "-input=false", "-auto-approve");
});

test.concurrent("of two applies at once, with one journal and two states, one reissues", async () => {
  await using trial = await Trial.open();
  const workspaces = [trial.workspace, await trial.another(), await trial.another()];
  const runs = await Promise.all(workspaces.map((workspace) => workspace.apply()));
  expect(runs.map(({ exit }) => exit).sort()).toEqual([0, 1, 1]);
  expect(trial.reissues).toBe(1);
});

describe("an adopting apply that is interrupted reissues nothing, and is made up for by the next", () => {
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

  test.concurrent("the state cannot be written", async () => {
    await using trial = await open(true);
    await trial.appliesWithoutStoring();
    await adoptsLater(trial);
  });

  test.concurrent.for(["SIGINT", "SIGTERM", "SIGKILL"] as const)("%s to all processes", async (signal) => {
    await using trial = await open(false);
    const args = ["apply", "-no-color", "-input=false", "-auto-approve"];
    const { child, ended } = trial.workspace.start(args, {}, { detached: true });
    let printed = "";
    child.stdout?.on("data", (text: string) => (printed += text));
    await until("it is being adopted", () => printed.includes("Modifying...") || child.exitCode !== null);
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), signal);
    await ended;
    await adoptsLater(trial);
  });

  test.concurrent("and what the import was made for stays settled", async () => {
    const killed = interruptions["provider killed"];
    if (!killed) throw new Error("There is no such row.");
    await using trial = await Trial.open({ remoteState: true });
    await trial.interrupt(killed);
    await trial.ok("import", "-input=false", address, `${orderId}/${trial.certificate}`);
    await trial.appliesWithoutStoring();
    await trial.ok("apply", "-input=false", "-auto-approve");
    await trial.hasNothingToDo();
    expect(trial.reissues).toBe(1);
    trial.configure({ triggers: { version: "2" } });
    await trial.ok("apply", "-input=false", "-auto-approve");
    expect(trial.reissues).toBe(2);
  });
});
