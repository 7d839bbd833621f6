import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { ageJournal } from "../../harness/aged-journal.ts";
import type { Ended } from "../../harness/cli/cli.ts";
import { certorderProcess as certorder, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import {
  confirmedRequest,
  csr,
  csrFile,
  environmentFor,
  keylessRequest,
  patientService,
  service,
} from "../../harness/cli/service.ts";

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
  ["with one key, when the service takes its time", 2, confirmedRequest("k")],
  ["without a key, when the service answers at once", undefined, keylessRequest],
  ["without a key, when the service takes its time", 2, keylessRequest],
])(
  "Several processes that reissue one order at once send it once, and other orders too: %s",
  async (_, everyMs, request) => {
    const rounds = ["round-1", "round-2", "round-3"];
    const sandbox = await service([...rounds, "other"]);
    if (everyMs) sandbox.fault({ kind: "slow-bytes", everyMs, times: 1000 });
    const env = { ...sandbox.env, CERTORDER_JOURNAL_DIR: newFolder() };
    for (const order of rounds) {
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

test("An attempt of a running process is in flight, and one of a dead process has to be resolved", async () => {
  const { url, heard, arrival, answer } = await patientService();
  const env = { ...environmentFor(url), CERTORDER_JOURNAL_DIR: newFolder() };
  const args = ["reissue", "o", ...confirmedRequest("k")];
  const first = startCertorder(args, { env });
  await arrival;
  const [meanwhile, listed] = await Promise.all([
    certorder(args, { env }),
    certorder(["journal", "list", "--json"], { env }),
  ]);
  expect(meanwhile.code).toBe(4);
  expect(meanwhile.stderr).toContain("Another reissue of order o is under way, with time until 2");
  expect(meanwhile.stderr).toContain("Wait until it ends.");
  expect(JSON.parse(listed.stdout)).toMatchObject({
    attempts: [{ last_event: "sent", status: "open", may_be_in_flight: true }],
  });
  const [{ attempt_id: attemptId }] = (JSON.parse(listed.stdout) as { attempts: [{ attempt_id: string }] })
    .attempts;
  const notHappened = ["journal", "resolve", "o", attemptId, "--not-happened"];
  ageJournal(env.CERTORDER_JOURNAL_DIR);
  // However long ago it was sent: its process still waits for the answer.
  expect(await certorder(notHappened, { env })).toMatchObject({
    code: 7,
    stderr: expect.stringContaining(`Attempt ${attemptId} may still be in flight`),
  });

  first.child.kill("SIGKILL");
  await first.ended;
  const [after, listedAfter] = await Promise.all([
    certorder(args, { env }),
    certorder(["journal", "list", "--json"], { env }),
  ]);
  expect(after.code).toBe(4);
  expect(after.stderr).toContain("was sent, and it is not known whether it happened");
  expect(JSON.parse(listedAfter.stdout)).toMatchObject({
    attempts: [{ attempt_id: attemptId, status: "open", may_be_in_flight: false }],
  });
  expect(heard).toHaveLength(1);

  expect(await certorder(notHappened, { env })).toMatchObject({ code: 0 });
  const last = startCertorder(args, { env });
  while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  answer();
  expect(await last.ended).toMatchObject({ code: 0 });
});
