import { globSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import {
  type ActionWithSandbox,
  hour,
  minute,
  test,
  withAnotherCsr,
} from "../../harness/action/action-with-sandbox.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

// A step with resolve or import records what a person states, and sends nothing.

const spring = { "idempotency-key": "spring" };

/** A reissue whose answer is lost, 20 minutes ago. */
async function lose(world: ActionWithSandbox, when: "before" | "after", inputs = {}, runId = 7) {
  world.lose(when);
  const { outputs } = await world.reissueHere(inputs, { runId });
  expect(outputs).toMatchObject({ outcome: "unknown", sent: true });
  world.github.age(20 * minute);
  return String(outputs["attempt-id"]);
}

describe.concurrent("Resolve with a certificate", () => {
  test("records it and sends nothing, and the run that failed gets it when it is run again", async ({
    world,
  }) => {
    const attempt = await lose(world, "after");
    const id = world.sandbox.ledger[0]?.certificateId;
    // The line of a message can be pasted whole into the form of a run.
    const stated = await world.reissueHere({ resolve: `resolve: "${attempt}:${id}"` }, { runId: 8 });
    expect(stated).toMatchObject({
      level: "passed",
      outputs: { outcome: "done", code: "stated", sent: false, "certificate-id": id, "attempt-id": attempt },
    });
    expect(stated.said).toContain(`made certificate ${id}`);
    const again = await world.reissueHere({}, { runId: 7, runAttempt: 2 });
    expect(again.outputs).toMatchObject({ "already-done": true, sent: false, "certificate-id": id });
    expect(world.reissues).toBe(1);
  });

  test("does not hand an older certificate to the steps after it, and tells what callbacks say", async ({
    world,
  }) => {
    const journal = newJournal();
    const attempt = await lose(world, "before", { journal });
    ageJournal(journal);
    await world.reissueHere({ journal, resolve: `${attempt}:not-happened` }, { runId: 8 });
    const { outputs } = await world.reissueHere({ journal }, { runId: 7, runAttempt: 2 });
    expect(outputs).toMatchObject({ outcome: "done", sent: true });
    const { callbacks } = new Journal(journal);
    await callbacks.addReceiver("r");
    await callbacks.record({ orderId: "order-ssl-1", certificateId: "cert-portal", receiver: "r" });
    const stated = await world.reissueHere({ journal, resolve: `${attempt}:cert-older` }, { runId: 9 });
    expect(stated.outputs).toMatchObject({ code: "stated", "attempt-id": attempt });
    expect(stated.outputs["certificate-id"]).toBe(undefined);
    expect(stated.said).toContain("The order has a newer certificate.");
    expect(stated.said).toContain("it issued certificate cert-portal.");
  });

  test("is recorded also if the callbacks of the order cannot be read", async ({ world }) => {
    const journal = newJournal();
    const attempt = await lose(world, "after", { journal });
    const { callbacks } = new Journal(journal);
    await callbacks.addReceiver("r");
    await callbacks.record({ orderId: "order-ssl-1", certificateId: "cert-9", receiver: "r" });
    const folder = join(journal, "callbacks");
    for (const log of globSync("order-*", { cwd: folder })) {
      rmSync(join(folder, log));
      mkdirSync(join(folder, log));
    }
    const { outputs } = await world.reissueHere({ journal, resolve: `${attempt}:cert-9` }, { runId: 8 });
    expect(outputs).toMatchObject({ code: "stated", "certificate-id": "cert-9" });
  });

  test("sends nothing whatever key stands beside it", async ({ world }) => {
    const attempt = await lose(world, "after");
    const resolve = `${attempt}:cert-1`;
    const inputs = { resolve, "idempotency-key": "new", ...withAnotherCsr() };
    expect(await world.ends(inputs, { runId: 8 })).toBe("stated");
    expect(world.reissues).toBe(1);
    expect(await world.ends({ "idempotency-key": "new" }, { runId: 9 })).toBe("sent");
  });

  test("corrects an earlier one, and a statement that was there before is left over", async ({ world }) => {
    const attempt = await lose(world, "after");
    const [typo, right] = [`${attempt}:typo`, `${attempt}:cert-1`];
    expect(await world.ends({ resolve: typo }, { runId: 8 })).toBe("stated");
    expect(await world.ends({ resolve: right }, { runId: 9 })).toBe("stated");
    for (const [resolve, before] of [
      [right, `The journal already says that attempt ${attempt} made certificate cert-1.`],
      [
        typo,
        `The journal had this statement before. Another result stands since then: attempt ${attempt} made certificate cert-1.`,
      ],
    ] as const) {
      const again = await world.reissueHere({ resolve }, { runId: 10 });
      expect(again).toMatchObject({
        level: "failed",
        outputs: {
          ...{ outcome: "not-sent", code: "resolution_refused", sent: false },
          "attempt-id": attempt,
        },
      });
      expect(again.said).toContain(before);
      expect(again.said).toContain("Remove the input resolve: a step that has it sends nothing.");
    }
    const { outputs } = await world.reissueHere({}, { runId: 7, runAttempt: 2 });
    expect(outputs["certificate-id"]).toBe("cert-1");
    expect(world.reissues).toBe(1);
  });

  test("that the service gave again has to be confirmed", async ({ world }) => {
    const { outputs } = await world.reissueHere({}, { runId: 1 });
    const attempt = await lose(world, "after");
    const resolve = `${attempt}:${outputs["certificate-id"]}`;
    const refused = await world.reissueHere({ resolve }, { runId: 8 });
    expect(refused.outputs.code).toBe("resolution_refused");
    expect(refused.said).toContain(`\n    resolve: ${resolve}:same-id\n`);
    expect(await world.ends({ resolve: `${resolve}:same-id` }, { runId: 8 })).toBe("stated");
    expect(await world.ends({}, { runId: 7, runAttempt: 2 })).toBe("answered");
  });
});

describe.concurrent("Resolve as not happened", () => {
  test("sends nothing, and the run that failed sends when it is run again", async ({ world }) => {
    const attempt = await lose(world, "before");
    const resolve = `${attempt}:not-happened`;
    const stated = await world.reissueHere({ resolve }, { runId: 8 });
    expect(stated.outputs).toMatchObject({ outcome: "not-sent", code: "stated", sent: false });
    expect(stated.outputs).not.toHaveProperty("certificate-id");
    expect(world.reissues).toBe(0);
    expect(await world.ends({}, { runId: 7, runAttempt: 2 })).toBe("sent");
    // Left in the workflow, it fails each time instead of swallowing a reissue.
    for (const runId of [9, 10]) expect(await world.ends({ resolve }, { runId })).toBe("resolution_refused");
    expect(world.reissues).toBe(1);
  });

  test("says what stands instead if it was corrected", async ({ world }) => {
    const attempt = await lose(world, "after");
    const resolve = `${attempt}:not-happened`;
    expect(await world.ends({ resolve }, { runId: 8 })).toBe("stated");
    expect((await world.reissueHere({ resolve }, { runId: 9 })).said).toContain(
      `already says that attempt ${attempt} did not happen.`,
    );
    expect(await world.ends({ resolve: `${attempt}:cert-1` }, { runId: 10 })).toBe("stated");
    const left = await world.reissueHere({ resolve }, { runId: 11 });
    expect(left.said).toContain(
      `Another result stands since then: attempt ${attempt} made certificate cert-1.`,
    );
  });

  test("that comes too early is refused, and names the attempt", async ({ world }) => {
    world.lose();
    const { outputs } = await world.reissueHere();
    const attempt = outputs["attempt-id"];
    const early = await world.reissueHere({ resolve: `${attempt}:not-happened` }, { runId: 8 });
    expect(early.outputs).toMatchObject({ code: "order_busy", sent: false, "attempt-id": attempt });
  });

  test("that is corrected after a later attempt was closed is seen", async ({ world }) => {
    const attempt = await lose(world, "after", spring, 7);
    expect(await world.ends({ resolve: `${attempt}:not-happened` }, { runId: 8 })).toBe("stated");
    world.refuse();
    expect(await world.ends(spring, { runId: 9 })).toBe("out_of_stock");
    const id = world.sandbox.ledger[0]?.certificateId;
    expect(await world.ends({ resolve: `${attempt}:${id}` }, { runId: 10 })).toBe("stated");
    world.github.age(hour);
    const { outputs } = await world.reissueHere(spring, { runId: 11 });
    expect(outputs).toMatchObject({ outcome: "done", sent: false, "certificate-id": id });
    expect(world.reissues).toBe(1);
  });
});

describe.concurrent("Import", () => {
  test("begins with an order that has a certificate, with the request of the step", async ({ world }) => {
    const imported = await world.reissueHere({ import: "cert-portal@2026-01-01" }, { runId: 1 });
    expect(imported).toMatchObject({
      level: "passed",
      outputs: { outcome: "done", code: "stated", sent: false, "certificate-id": "cert-portal" },
    });
    const [deployment] = world.github.deployments;
    expect(deployment?.statuses).toEqual([]);
    expect(JSON.stringify(deployment)).not.toMatch(/cert-portal|order-ssl-1/);
    // The certificate before a reissue is known from now on.
    const { outputs } = await world.reissueHere({}, { runId: 2 });
    expect(outputs.sent).toBe(true);
    expect(await world.ends({ import: "cert-portal@latest" }, { runId: 3 })).toBe("import_refused");
    expect(world.reissues).toBe(1);
  });

  test("that is left over fails, and says to remove it", async ({ world }) => {
    const portal = { import: "cert-portal@2026-01-01" };
    expect(await world.ends(portal, { runId: 1 })).toBe("stated");
    // Also with another CSR, which did not make the certificate.
    for (const inputs of [portal, { ...portal, ...withAnotherCsr() }]) {
      const again = await world.reissueHere(inputs, { runId: 2 });
      expect(again).toMatchObject({ level: "failed", outputs: { code: "import_refused", sent: false } });
      expect(again.said).toContain("Remove the input import: a step that has it sends nothing.");
    }
    expect(world.github.deployments).toHaveLength(1);
    expect(await world.ends({ import: "cert-2@latest" }, { runId: 3 })).toBe("stated");
    const left = await world.reissueHere({ import: "cert-portal@latest" }, { runId: 4 });
    expect(left.outputs.code).toBe("import_refused");
    expect(left.said).toContain("If the input import is left over, remove it");
    expect(left.said).not.toContain("certorder journal");
  });

  test("of another certificate has to say that it is the latest, and the last one counts", async ({
    world,
  }) => {
    await world.reissueHere({}, { runId: 1 });
    const other = await world.reissueHere({ import: "cert-portal" }, { runId: 2 });
    expect(other.outputs.code).toBe("import_refused");
    expect(other.said).toContain("If cert-portal is newer, write import: cert-portal@latest.");
    for (const id of ["typo", "cert-portal"])
      expect(await world.ends({ import: `${id}@latest` }, { runId: 3 })).toBe("stated");
    const again = await world.reissueHere({}, { runId: 1, runAttempt: 2 });
    expect(again.outputs.code).toBe("idempotency_key_used");
    expect(again.said).toContain("The order's latest certificate is cert-portal");
    // It can be dated later.
    expect(await world.ends({ import: "cert-portal@2026-01-01" }, { runId: 4 })).toBe("stated");
    expect(await world.ends({ "max-age": "30d" }, { runId: 5 })).toBe("sent");
    expect(world.reissues).toBe(2);
  });

  test("is refused if the journal has another date since: it may be left over", async ({ world }) => {
    const journal = newJournal();
    const left = { journal, import: "cert-9@2026-10-20" };
    expect(await world.ends(left, { runId: 1 })).toBe("stated");
    const opened = new Journal(journal);
    const [{ address = "" } = {}] = await opened.attempts();
    const corrected = { certificateId: "cert-9", issuedAt: "2026-10-25T00:00:00.000Z" };
    const service = { name: undefined, address };
    await opened.importCertificate({ orderId: "order-ssl-1", ...corrected }, service);
    const { outputs, said } = await world.reissueHere(left, { runId: 3 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "import_refused" });
    expect(said).toContain("was issued at 2026-10-25, not at 2026-10-20.");
    expect(said).toContain("certorder journal import order-ssl-1 cert-9 --issued-at 2026-10-20");
    expect((await new Journal(journal).attempts()).map(({ issuedAt }) => issuedAt)).toEqual([
      "2026-10-25T00:00:00.000Z",
    ]);
  });

  test("is refused while an attempt is open", async ({ world }) => {
    await lose(world, "after");
    expect(await world.ends({ import: "cert-1@latest" }, { runId: 8 })).toBe("unresolved_attempt");
  });

  test("counts although lists show it late", async ({ world }) => {
    world.github.lag = 2;
    expect(await world.ends({ import: "cert-portal" }, { runId: 1 })).toBe("stated");
    expect(world.github.deployments).toHaveLength(1);
  });
});
