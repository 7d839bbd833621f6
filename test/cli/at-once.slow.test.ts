import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ageJournal } from "../aged-journal.ts";
import type { Ended } from "./cli.ts";
import { certorder, newFolder, startCertorder } from "./cli.ts";
import {
  csr,
  csrFile,
  environmentFor,
  goodRequest,
  patientService,
  service,
  unnamedRequest,
} from "./service.ts";

/** Starts several processes, and lets them go on together once all have begun: all wait for the same CSR. */
async function together(
  orders: readonly string[],
  env: Record<string, string>,
  request: readonly string[] = goodRequest(),
): Promise<Ended[]> {
  const fromInput = request.map((arg) => (arg === csrFile ? "-" : arg));
  const started = orders.map((order) =>
    startCertorder(["reissue", order, ...fromInput], { env, stdin: null }),
  );
  await wait(150);
  for (const { child } of started) child.stdin.end(csr);
  return Promise.all(started.map(({ ended }) => ended));
}

const allRounds = Array.from({ length: 5 }, (_, index) => `round-${index}`);

describe("several processes at once on one order reissue it once", () => {
  const slow = { kind: "slow-bytes", everyMs: 2, times: 1000 } as const;
  test.each([
    [
      "under one name, when the service answers at once",
      allRounds.slice(0, 3),
      undefined,
      () => goodRequest("k"),
    ],
    ["under one name, when the service takes its time", allRounds.slice(3), slow, () => goodRequest("k")],
    [
      "without a name, when the service answers at once",
      allRounds.slice(0, 3),
      undefined,
      () => unnamedRequest,
    ],
    ["without a name, when the service takes its time", allRounds.slice(3), slow, () => unnamedRequest],
  ])("%s", async (_, rounds, fault, request) => {
    const sandbox = await service(rounds);
    if (fault) sandbox.fault(fault);
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newFolder() };
    for (const order of rounds) {
      const ended = await together([order, order, order, order], env, request());
      expect(sandbox.reissues(order), ended.map(({ stderr }) => stderr).join("\n")).toBe(1);
      // One sent it. The others came while it was under way, or after it, and then its result was enough.
      expect(ended.filter(({ stdout }) => stdout.startsWith("✓ reissued"))).toHaveLength(1);
      for (const { code, stdout, stderr } of ended.filter(({ stdout }) => !stdout.startsWith("✓ reissued")))
        if (code === 0)
          expect(stdout).toMatch(/certificate cert-\S+ \(attempt [0-9a-f]{12}\); nothing was sent/);
        else
          expect({ code, stderr }).toEqual({
            code: 4,
            stderr: expect.stringMatching(/attempt [0-9a-f]{12}/),
          });
    }
    sandbox.clearFaults();
    // All is settled, whoever came in whose way: the next wish goes through.
    const [order = ""] = rounds;
    for (const ended of await together([order], env)) expect(ended).toMatchObject({ code: 0 });
    expect(sandbox.reissues(order)).toBe(2);
  });
});

test("processes on different orders do not come in each other's way", async () => {
  const sandbox = await service(allRounds);
  const env = { ...sandbox.env, CERTORDER_JOURNAL: newFolder() };
  const ended = await together(allRounds.slice(0, 4), env);
  expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0));
  expect(sandbox.ledger).toHaveLength(ended.length);
});

test("an attempt of a live process is said to be on its way; that of a dead one has to be resolved", async () => {
  const { url, heard, arrival, answer } = await patientService();
  const env = { ...environmentFor(url), CERTORDER_JOURNAL: newFolder() };
  const args = ["reissue", "o", ...goodRequest("k")];
  const first = startCertorder(args, { env });
  await arrival;
  const [meanwhile, listed] = await Promise.all([
    certorder(args, { env }),
    certorder(["journal", "list", "--json"], { env }),
  ]);
  expect(meanwhile.code).toBe(4);
  expect(meanwhile.stderr).toContain("another reissue of this order is on its way");
  expect(meanwhile.stderr).toContain("Wait for it to end.");
  expect(JSON.parse(listed.stdout)).toMatchObject({
    attempts: [{ state: "sent", open: true, may_be_in_flight: true }],
  });
  const [{ attempt_id: attemptId }] = (JSON.parse(listed.stdout) as { attempts: [{ attempt_id: string }] })
    .attempts;
  const notHappened = ["journal", "resolve", attemptId, "--not-happened"];
  ageJournal(env.CERTORDER_JOURNAL);
  // However long ago: somebody waits for it.
  expect(await certorder(notHappened, { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Attempt ${attemptId} may still be on its way`),
  });

  first.child.kill("SIGKILL");
  await first.ended;
  const [after, listedAfter] = await Promise.all([
    certorder(args, { env }),
    certorder(["journal", "list", "--json"], { env }),
  ]);
  expect(after.code).toBe(4);
  expect(after.stderr).toContain("was sent, and what became of it is not known");
  expect(JSON.parse(listedAfter.stdout)).toMatchObject({
    attempts: [{ attempt_id: attemptId, state: "sent", open: true, may_be_in_flight: false }],
  });
  expect(heard).toHaveLength(1);

  expect(await certorder(notHappened, { env })).toMatchObject({ code: 0 });
  const last = startCertorder(args, { env });
  while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  answer();
  expect(await last.ended).toMatchObject({ code: 0 });
});
