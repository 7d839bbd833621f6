import { appendFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatEvent } from "../../../src/journal/event-format.ts";
import { eventVersion, Journal, type JournalEvent } from "../../../src/journal/index.ts";
import { certorder } from "../../harness/cli/cli.ts";
import { sent } from "../../harness/journal/events.ts";
import { reissue, resourceIntent } from "../../harness/journal/intents.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** A journal with a reissue of order-1. */
async function journalWith(certificateId?: string) {
  const folder = newJournal();
  const journal = new Journal(folder);
  const outcome = certificateId ? "done" : "unknown";
  await reissue(journal, resourceIntent({ orderId: "order-1" }), outcome, certificateId);
  const run = (line: string) => certorder(`${line} --journal ${folder}`);
  const call = (certificateId: string) =>
    journal.callbacks.record({ orderId: "order-1", certificateId, receiver: "r1" });
  return { folder, journal, run, call };
}

test("A wait ends with the callback, and the exit code tells how", async () => {
  const { journal, run, call } = await journalWith("cert-1");
  expect(await run("wait order-1")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no receiver"),
  });
  await journal.callbacks.addReceiver("r1");
  const late = await run("wait order-1 --timeout 1s --json");
  expect(late.code).toBe(8);
  expect(JSON.parse(late.stdout)).toMatchObject({ order_id: "order-1", status: "timed-out" });
  await call("cert-1");
  const issued = await run("wait order-1 --json");
  expect(issued.code).toBe(0);
  expect(JSON.parse(issued.stdout)).toMatchObject({
    order_id: "order-1",
    certificate_id: "cert-1",
    status: "issued",
    receiver: "r1",
    issued_event_at: expect.any(String),
  });
  expect(await run("wait order-2")).toMatchObject({ code: 7, stderr: expect.stringContaining("no reissue") });
});

test("A callback counts only after the request was sent, and only about the attempt's own certificate", async () => {
  const folder = newJournal();
  const journal = new Journal(folder);
  const call = (certificateId: string) =>
    journal.callbacks.record({ orderId: "order-1", certificateId, receiver: "r1" });
  await journal.callbacks.addReceiver("r1");
  // The service may give the same id again, and announce an older certificate late.
  await call("cert-2");
  await reissue(journal, resourceIntent({ orderId: "order-1" }), "done", "cert-2");
  await call("cert-1");
  const wait = () => certorder(`wait order-1 --timeout 1s --journal ${folder}`);
  expect(await wait()).toMatchObject({ code: 8, stdout: expect.stringContaining("no callback") });
  await call("cert-2");
  expect(await wait()).toMatchObject({ code: 0, stdout: expect.stringContaining("certificate cert-2") });
});

test.each([
  ["journal_newer", formatEvent({ ...sent("x", { order: "order-1" }), v: eventVersion + 1 } as JournalEvent)],
  ["journal_damaged", "half a line"],
])("A wait for the last certificate ends (%s) if an entry after it cannot be read", async (code, entry) => {
  const { folder, journal, run, call } = await journalWith("cert-1");
  await journal.callbacks.addReceiver("r1");
  await call("cert-1");
  const [log = ""] = globSync("order-1-*.jsonl", { cwd: folder });
  appendFileSync(join(folder, log), `${entry}\n`);
  expect(await run("wait order-1 --timeout 1s")).toMatchObject({
    code: 7,
    stderr: expect.stringContaining(code),
  });
  expect(await run("wait order-1 --certificate-id cert-1")).toMatchObject({ code: 0 });
});

test("A callback settles nothing: the order stays blocked until a person resolves the attempt", async () => {
  const { journal, run, call } = await journalWith();
  await journal.callbacks.addReceiver("r1");
  await call("cert-9");
  expect(await journal.attempts("order-1")).toMatchObject([{ status: "open", lastEvent: "unknown" }]);
  const waited = await run("wait order-1 --timeout 1s");
  expect(waited.code).toBe(8);
  expect(waited.stdout).toContain("The service called back about cert-9, which it may have made.");
  expect(waited.stdout).toContain("certorder journal show order-1");
  const shown = (await run("journal show order-1")).stdout;
  const [, attempt = ""] = /journal resolve order-1 (\w+) --certificate-id cert-9/.exec(shown) ?? [];
  expect(await run(`journal resolve order-1 ${attempt} --certificate-id cert-9`)).toMatchObject({ code: 0 });
  expect(await journal.attempts("order-1")).toMatchObject([{ status: "succeeded", certificateId: "cert-9" }]);
  expect(await run("wait order-1 --timeout 1s")).toMatchObject({ code: 0 });
});

test("The commands status and journal show name the callback of an open attempt, with the command that resolves it", async () => {
  const { journal, run, call } = await journalWith();
  await journal.callbacks.addReceiver("r1");
  await call("cert-9");
  expect((await run("status")).stdout).toContain("callback: certificate cert-9");
  const shown = (await run("journal show order-1")).stdout;
  expect(shown).toContain("it issued certificate cert-9");
  expect(shown).toMatch(/journal resolve order-1 \w+ --certificate-id cert-9/);
  expect(shown).toMatch(/callbacks\n\s+issued .* certificate cert-9, received by r1/);
});
