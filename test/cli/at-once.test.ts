import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Ended } from "./cli.ts";
import { certorder, newFolder, startCertorder } from "./cli.ts";
import { accepts, csr, csrFile, environmentFor, goodRequest, listener, service } from "./service.ts";

/** Starts several processes, and lets them go on together once all have begun: all wait for the same CSR. */
async function together(orders: readonly string[], env: Record<string, string>): Promise<Ended[]> {
  const request = goodRequest.map((arg) => (arg === csrFile ? "-" : arg));
  const started = orders.map((order) => startCertorder(["reissue", order, ...request], { env, stdin: null }));
  await wait(150);
  for (const { child } of started) child.stdin.end(csr);
  return Promise.all(started.map(({ ended }) => ended));
}

const allRounds = Array.from({ length: 5 }, (_, index) => `round-${index}`);

describe("several processes at once on one order reissue it once", () => {
  test.each([
    ["answers at once", allRounds.slice(0, 3), undefined],
    ["takes its time", allRounds.slice(3), { kind: "slow-bytes", everyMs: 2, times: 1000 } as const],
  ])("when the service %s", async (_, rounds, fault) => {
    const sandbox = await service(rounds);
    if (fault) sandbox.fault(fault);
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newFolder() };
    for (const order of rounds) {
      const ended = await together([order, order, order, order], env);
      expect(sandbox.reissues(order), ended.map(({ stderr }) => stderr).join("\n")).toBe(1);
      expect(ended.map(({ code }) => code).sort()).toEqual([0, 4, 4, 4]);
      const refusals = ended.filter(({ code }) => code === 4).map(({ stderr }) => stderr);
      for (const refusal of refusals) expect(refusal).toMatch(/attempt [0-9a-f]{12}/);
    }
    sandbox.clearFaults();
    // All is settled, whoever came in whose way: the next one goes through.
    for (const ended of await together([rounds[0] ?? ""], env)) expect(ended).toMatchObject({ code: 0 });
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
  let answer = () => {};
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { url, heard } = await listener((item, response) => {
    answer = () => accepts(item, response);
    arrived();
  });
  const env = { ...environmentFor(url), CERTORDER_JOURNAL: newFolder() };
  const args = ["reissue", "o", ...goodRequest];
  const first = startCertorder(args, { env });
  await arrival;
  const [meanwhile, listed] = await Promise.all([
    certorder(args, { env }),
    certorder(["journal", "list", "--json"], { env }),
  ]);
  expect(meanwhile.code).toBe(4);
  expect(meanwhile.stderr).toContain("another reissue of this order is on its way");
  expect(meanwhile.stderr).toContain("Wait for it to end.");
  expect(JSON.parse(listed.stdout)).toMatchObject({ attempts: [{ state: "sent", running: true }] });

  first.child.kill("SIGKILL");
  await first.ended;
  const [after, listedAfter] = await Promise.all([
    certorder(args, { env }),
    certorder(["journal", "list", "--json"], { env }),
  ]);
  expect(after.code).toBe(4);
  expect(after.stderr).toContain("was sent and what became of it is not known");
  const [attempt] = (JSON.parse(listedAfter.stdout) as { attempts: { attempt_id: string }[] }).attempts;
  expect(attempt).toMatchObject({ state: "sent", running: false });
  expect(heard).toHaveLength(1);

  const way = ["journal", "resolve", attempt?.attempt_id ?? "", "--not-happened"];
  expect(await certorder(way, { env })).toMatchObject({ code: 0 });
  const last = startCertorder(args, { env });
  while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  answer();
  expect(await last.ended).toMatchObject({ code: 0 });
});
