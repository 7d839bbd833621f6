import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { isOpen, Journal } from "../../../src/journal/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { type Ended, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { type AnswerName, orderService } from "../../harness/cli/order-service.ts";
import { environmentFor } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { killing } from "../../harness/killing.ts";
import { randomFrom } from "../../harness/random.ts";
import { seed } from "../../harness/seed.ts";

// Larger numbers: CERTORDER_TEST_ORDERS=10000 CERTORDER_TEST_KILLS=50 npx vitest run --project real test/real/cli/many-orders.test.ts
const sizeOf = (variable: string, usual: number) => Number(process.env[variable] ?? usual);
const kills = sizeOf("CERTORDER_TEST_KILLS", 12);

/** One in twenty requests meets one of these. */
const faults: readonly AnswerName[] = [
  "reset before",
  "reset after",
  "5xx",
  "a bit too fast",
  "refused",
  "unreadable",
  "without id",
];

interface Row {
  readonly order_id: string;
  readonly result: string;
  readonly outcome: string;
  readonly certificate_id?: string;
  readonly attempt_id?: string;
}

describe.each([
  ["one process, with a journal in a folder", 1, sizeOf("CERTORDER_TEST_ORDERS", 5_000), newJournal],
  ["three processes, with a journal in a folder", 3, sizeOf("CERTORDER_TEST_ORDERS", 1_000), newJournal],
  [
    "three processes, with a journal in PostgreSQL",
    3,
    sizeOf("CERTORDER_TEST_ORDERS", 1_000),
    async () => (await PostgresServer.start()).newJournal(),
  ],
] as const)("Many orders that are reissued by %s", (name, processes, count, openPlace) => {
  test(`are each reissued once, although the service fails and processes are killed (${count} orders)`, async () => {
    const random = randomFrom(seed, name);
    let isFailing = true;
    /** Called with each request that arrives. */
    const counters = new Set<() => void>();
    const { url, ledger } = await orderService(() => {
      for (const countDown of counters) countDown();
      return isFailing && random.below(20) === 0 ? random.pick(faults) : "success";
    });
    const place = await openPlace();
    const env = { ...environmentFor(url), CERTORDER_JOURNAL: place };
    const file = join(newFolder(), "orders.csv");
    const orders = Array.from({ length: count }, (_, index) => `order-${index}`);
    writeFileSync(file, ["order_id", ...orders].join("\n"));
    const flags =
      "--sign-hash sha256 --idempotency-key k --yes --json --max-failures 1000000 --concurrency 8";
    const start = () => startCertorder(["reissue", "--from", file, ...flags.split(" ")], { env });
    const times = (orderId: string) => ledger.get(orderId)?.length ?? 0;
    const most = () => Math.max(0, ...[...ledger.values()].map(({ length }) => length));

    // Each process starts again when it is killed. They share the number of kills.
    let left = kills;
    let killed = 0;
    const runs = Array.from({ length: processes }, async () => {
      for (;;) {
        const { child, ended } = start();
        const isDoomed = left-- > 0;
        // After so many further requests, and then a moment later: somewhere in the work on a row.
        let after = 1 + random.below(Math.ceil((count / kills) * 1.2));
        const pause = random.below(20);
        const reached = Promise.withResolvers<void>();
        const countDown = () => {
          if (--after === 0) reached.resolve();
        };
        if (isDoomed) counters.add(countDown);
        await Promise.race([ended, reached.promise.then(() => sleep(pause))]);
        counters.delete(countDown);
        child.kill("SIGKILL");
        const { signal, code, stderr } = await ended;
        if (signal === null) {
          expect([0, 3, 4, 5, 6], stderr).toContain(code);
          return;
        }
        killed++;
      }
    });
    await Promise.all(runs);
    expect(killed).toBeGreaterThan(kills / 2);
    expect(most()).toBe(1);

    // The service recovers. What is left is what needs a person, and nothing else.
    isFailing = false;
    const rows = rowsOf(await start().ended);
    expect(rows.map(({ order_id }) => order_id).sort()).toEqual(orders.toSorted());
    expect(most()).toBe(1);
    const journal = new Journal(place);
    const attempts = await journal.attempts();
    // A process that is killed before it voids its attempt leaves a second one.
    const open = Map.groupBy(attempts.filter(isOpen), ({ orderId }) => orderId);
    const blocked = rows.filter(({ result }) => result === "blocked");
    expect(blocked.map(({ order_id }) => order_id).sort()).toEqual([...open.keys()].sort());
    for (const { order_id, attempt_id } of blocked)
      expect(open.get(String(order_id))?.map(({ attemptId }) => attemptId)).toContain(attempt_id);
    expect(open.size).toBeGreaterThan(0);
    for (const { order_id, result, certificate_id } of rows) {
      if (result === "blocked") continue;
      expect([order_id, result]).toEqual([order_id, expect.stringMatching(/^(sent|already-done)$/)]);
      expect([order_id, ledger.get(order_id)]).toEqual([order_id, [certificate_id]]);
    }

    // A person looks each of them up, and states what happened.
    if (!place.startsWith("postgres:")) ageJournal(place);
    const aged = new Journal(place);
    const unresolved: string[] = [];
    const stated = [...open].flatMap(([orderId, list]) =>
      list.map(({ attemptId }, place) => ({ orderId, attemptId, isFirst: place === 0 })),
    );
    for (const { orderId, attemptId, isFirst } of stated) {
      // A process that was killed right after its claim may have left it on top of a certificate of another one.
      const isMade = attempts.some((one) => one.orderId === orderId && one.status === "succeeded");
      const [certificateId = null] = isMade || !isFirst ? [] : (ledger.get(orderId) ?? []);
      // PostgreSQL's entries cannot be moved into the past, and "not happened" is refused for minutes.
      if (certificateId === null && place.startsWith("postgres:")) unresolved.push(orderId);
      else await aged.resolve({ orderId, attemptId, certificateId });
    }
    const last = rowsOf(await start().ended);
    expect(most()).toBe(1);
    for (const { order_id, result } of last) {
      const isUnresolved = unresolved.includes(order_id);
      expect([order_id, result === "blocked"]).toEqual([order_id, isUnresolved]);
      if (!isUnresolved) expect([order_id, times(order_id)]).toEqual([order_id, 1]);
    }
  });
});

test("A row whose process is killed between its claim and its request waits for a person, and the rest is sent", async () => {
  const { url, ledger } = await orderService();
  const place = newJournal();
  const env = { ...environmentFor(url), CERTORDER_JOURNAL: place };
  const file = join(newFolder(), "orders.csv");
  writeFileSync(file, "order_id\no-1\no-2\no-3\n");
  const flags = "--sign-hash sha256 --idempotency-key k --yes --json --concurrency 1".split(" ");
  const run = (more = {}) =>
    startCertorder(["reissue", "--from", file, ...flags], { env: { ...env, ...more } }).ended;
  const resultsOf = (ended: Ended) => rowsOf(ended).map(({ result }) => result);
  // A request is sent in two parts, its head and its body.
  expect(await run(killing(join(newFolder(), "steps"), { at: "send#3" }))).toMatchObject({
    signal: "SIGKILL",
  });
  expect([...ledger.keys()]).toEqual(["o-1"]);
  expect(resultsOf(await run())).toEqual(["already-done", "blocked", "sent"]);
  const [open] = (await new Journal(place).attempts("o-2")).filter(isOpen);
  ageJournal(place);
  await new Journal(place).resolve({ orderId: "o-2", attemptId: open?.attemptId ?? "", certificateId: null });
  expect(resultsOf(await run())).toEqual(["already-done", "sent", "already-done"]);
  expect([...ledger.values()].map(({ length }) => length)).toEqual([1, 1, 1]);
});

/** The results of a run that came to its end. */
function rowsOf({ stdout, stderr, code }: Ended): Row[] {
  expect([0, 4], stderr).toContain(code);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}
