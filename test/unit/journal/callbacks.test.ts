import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatEvent } from "../../../src/journal/event-format.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import { Journal } from "../../../src/journal/index.ts";
import { tryCallbacks } from "../../harness/journal/callback-model.ts";
import { tryDeployments } from "../../harness/journal/deployment-model.ts";
import { sent } from "../../harness/journal/events.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

test("No callback leads to a second reissue of a key that was carried out, and none settles an attempt", async () => {
  expect(await tryCallbacks({ numRuns: 200 })).toBeGreaterThan(0);
});

test("Receivers that are killed and programs that fail end with the newest certificate, and no test starts a program", async () => {
  expect(await tryDeployments({ numRuns: 500 })).toBeGreaterThan(500);
}, 60_000);

test("A receiver that says again that it is at work does not hide that the journal has lost it", async () => {
  const folder = newJournal();
  const { callbacks } = new Journal(folder);
  for (const _ of [1, 2]) await callbacks.addReceiver("r");
  renameSync(join(folder, "callbacks"), join(folder, "..", "elsewhere"));
  const lost = { code: "journal_unavailable", message: expect.stringContaining("lost the registration") };
  await expect(callbacks.addReceiver("r")).rejects.toMatchObject(lost);
  const callback = { orderId: "order-1", certificateId: "cert-1", receiver: "r" };
  await expect(callbacks.record(callback)).rejects.toMatchObject(lost);
  // A receiver that starts begins with what is there.
  await new Journal(folder).callbacks.addReceiver("r");
  expect(await callbacks.record(callback)).toBe("unknown-order");
});

test("A callback about an order with an entry of a newer version is refused until the update", async () => {
  const folder = newJournal();
  const journal = new Journal(folder);
  await journal.callbacks.addReceiver("r");
  await reissue(journal, commandIntent({ idempotencyKey: "k" }));
  const [file = ""] = readdirSync(folder).filter((name) => name.startsWith("order-1-"));
  const newer = formatEvent({ ...sent("a2"), v: 5 } as JournalEvent);
  const before = readFileSync(join(folder, file));
  appendFileSync(join(folder, file), `${newer}\n`);
  const callback = { orderId: "order-1", certificateId: "cert-2", receiver: "r" };
  await expect(journal.callbacks.record(callback)).rejects.toMatchObject({
    code: "journal_newer",
    message: "The journal has an entry of order order-1 that a newer certorder wrote.",
  });
  // What this version reads is recorded all the same: the service may not call back again.
  writeFileSync(join(folder, file), before);
  expect(await new Journal(folder).callbacks.record(callback)).toBe("known");
});
