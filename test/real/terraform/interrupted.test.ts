import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  address,
  interruptions,
  reissueReasons,
  resolving,
  Trial,
  until,
} from "../../harness/terraform/trial.ts";

// test/proof/kills interrupts applies anywhere, and lets people go on in every way. These are the situations that it does not have.

test.concurrent("A resolution is refused while the provider still waits for the answer", async () => {
  await using trial = await Trial.open();
  await reissueReasons.update.prepare(trial);
  trial.stage.sandbox.addFault({ kind: "hang", effect: true });
  const { child, ended } = trial.workspace.start(["apply", "-no-color", "-input=false", "-auto-approve"], {
    CERTORDER_TIMEOUT_SECONDS: "1200",
  });
  await until("it was carried out", () => trial.reissues > 1);
  child.kill("SIGKILL");
  await ended;
  const attempt = (await trial.attempts()).at(-1);
  trial.configure(resolving(`${attempt?.attemptId}:not-happened`));
  trial.passTime();
  const { exit, text } = await trial.workspace.apply();
  process.kill(Number(attempt?.process?.split("/")[1]), "SIGKILL");
  expect(exit, text).toBe(1);
  expect(text).toContain("may still be in flight");
  expect(trial.reissues, text).toBe(2);
  // Once the provider is gone, the resolution counts.
  await trial.senderGone();
  await trial.ok("apply", "-input=false", "-auto-approve");
  expect(trial.reissues).toBe(3);
  await trial.hasNothingToDo();
});

test.concurrent("Without a journal, an object that waits to be destroyed does not hide an open attempt", async () => {
  await using trial = await Trial.open({ env: { CERTORDER_JOURNAL: "none" } });
  await reissueReasons["replacement of another order, create_before_destroy"].prepare(trial);
  trial.stage.sandbox.addFault({ kind: "reset-after-processing" });
  expect((await trial.workspace.apply()).exit).toBe(1);
  for (const args of [[], ["-refresh=false"], []]) {
    const { text } = await trial.workspace.apply(...args);
    expect(trial.reissues, text).toBe(2);
    expect(text).toContain("no known outcome");
  }
});

test("A state that could not be written can be pushed later", async () => {
  await using trial = await Trial.open({ remoteState: true });
  await trial.interrupt(interruptions["state write refused"]);
  expect(existsSync(join(trial.workspace.folder, "errored.tfstate"))).toBe(true);
  const pushed = await trial.state("push", "errored.tfstate");
  expect(pushed.exit, pushed.text).toBe(0);
  await trial.hasNothingToDo();
  expect(trial.reissues).toBe(1);
  trial.configure({ triggers: { version: "2" } });
  await trial.ok("apply", "-input=false", "-auto-approve");
  expect(trial.reissues).toBe(2);
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
