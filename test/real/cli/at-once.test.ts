import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Ended } from "../../harness/cli/cli.ts";
import { startCertorder } from "../../harness/cli/cli.ts";
import {
  confirmedRequest,
  csr,
  csrFile,
  importOld,
  keylessRequest,
  service,
} from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** Starts several processes that wait for their CSR, and gives it to all of them at the same moment. */
async function together(
  orders: readonly string[],
  env: Record<string, string>,
  request: readonly string[],
): Promise<Ended[]> {
  const fromInput = request.map((arg) => (arg === csrFile ? "-" : arg));
  const started = orders.map((order) =>
    startCertorder(["reissue", order, ...fromInput], { env, stdin: null }),
  );
  await wait(150);
  for (const { child } of started) child.stdin.end(csr);
  return Promise.all(started.map(({ ended }) => ended));
}

test.each([
  ["with one key, when the service answers at once", undefined, confirmedRequest("k")],
  ["as a renewal, when the service takes its time", 2, keylessRequest],
])(
  "Several processes that reissue one order at once send it once, and other orders too: %s",
  async (_, everyMs, request) => {
    const rounds = ["round-1", "round-2", "round-3"];
    const sandbox = await service([...rounds, "other"]);
    if (everyMs) sandbox.addFault({ kind: "slow-bytes", everyMs, times: 1000 });
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newJournal() };
    for (const order of rounds) {
      if (request === keylessRequest) await importOld(env.CERTORDER_JOURNAL, order, sandbox.url);
      const ended = await together([order, order, order, order], env, request);
      expect(sandbox.reissues(order), ended.map(({ stderr }) => stderr).join("\n")).toBe(1);
      // One process sent it. The others were blocked while it was in flight, or were answered with its result.
      const others = ended.filter(({ stdout }) => !stdout.startsWith("✓ reissued"));
      expect(others).toHaveLength(3);
      for (const { code, stdout, stderr } of others)
        if (code === 0)
          expect(stdout).toMatch(/certificate cert-\S+ \(attempt [0-9a-f]{12}\); nothing was sent/);
        else expect([code, stderr]).toEqual([4, expect.stringMatching(/attempt [0-9a-f]{12}/)]);
    }
    sandbox.clearFaults();
    // Nothing stays open: a request with another key is sent. Different orders do not block each other.
    const last = await together(["round-1", "round-2", "other"], env, confirmedRequest());
    expect(last.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(sandbox.ledger).toHaveLength(rounds.length + 3);
  },
);
