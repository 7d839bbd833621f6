import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reissue } from "../harness/terraform/terraform-with-sandbox.ts";
import {
  address,
  interruptions,
  orderId,
  providerKilled,
  reissueReasons,
  resolving,
  superseding,
  Trial,
  until,
} from "../harness/terraform/trial.ts";

// test/proof/kills interrupts applies anywhere, and lets people go on in every way. These are the situations that it does not have.

test.concurrent.for(["create", "update"] as const)(
  "A resolution of an interrupted %s is refused while the provider still waits for the answer",
  async (occasion) => {
    await using trial = await Trial.open();
    await reissueReasons[occasion].prepare(trial);
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
    // Once the provider is gone, the resolution counts.
    await trial.senderGone();
    expect((await trial.workspace.apply()).exit).toBe(0);
    expect(trial.reissues).toBe(before + 2);
    await trial.hasNothingToDo();
  },
);

test.concurrent("Without a journal, an object that waits to be destroyed does not hide an open attempt", async () => {
  await using trial = await Trial.open({ env: { CERTORDER_JOURNAL: "none" } });
  await reissueReasons["replacement of another order, create_before_destroy"].prepare(trial);
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
  const { attemptId } = await trial.interrupt(interruptions["reset after processing"]);
  trial.configure({ resource: from(2) });
  await isBlocked(trial, attemptId, [[], ["-refresh=false"]]);
});

test.concurrent.for(["create", "update"] as const)(
  "Without a journal, an open attempt in the state blocks its order after an interrupted %s, until it is resolved",
  async (occasion) => {
    await using trial = await Trial.open({ env: { CERTORDER_JOURNAL: "none" } });
    await reissueReasons[occasion].prepare(trial);
    trial.stage.sandbox.fault({ kind: "reset-after-processing" });
    expect((await trial.workspace.apply()).exit).toBe(1);
    const { certificate } = trial;
    const attemptId = String(trial.attributes?.open_attempt_id);
    await isBlocked(trial, attemptId);

    // The entry of `resolve` may stay in the configuration.
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
  },
);

async function isBlocked(
  trial: Trial,
  attemptId: string,
  applies = [[], ["-refresh=false"], [`-replace=${address}`, "-refresh=false"]],
): Promise<void> {
  const reissues = trial.reissues;
  for (const args of applies) {
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

  test.concurrent("The next apply adopts the import if the state cannot be written", async () => {
    await using trial = await open(true);
    await trial.appliesWithoutStoring();
    await adoptsLater(trial);
  });

  test.concurrent.for(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
    "The next apply adopts the import after %s to all processes",
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

  test.concurrent("The next apply adopts the import once the attempt that was open before is resolved", async () => {
    await using trial = await Trial.open({ remoteState: true });
    const { attemptId } = await trial.interrupt(providerKilled);
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

test("An entry of resolve or supersede for another attempt or order does nothing", async () => {
  await using trial = await Trial.open();
  await trial.interrupt(interruptions["reset after processing"]);
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
  trial.configure(resolving(`${attempt?.attemptId}:${trial.certificate}`));
  await trial.ok("apply", "-input=false", "-auto-approve");
  await trial.hasNothingToDo();
  expect(trial.reissues).toBe(1);
});

function reissueOf(order: string): string {
  return reissue().replace(`order_id = "${orderId}"`, `order_id = ${order}`);
}
