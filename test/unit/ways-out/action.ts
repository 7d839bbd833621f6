import { expect } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import type { WaysOut } from "../../harness/ways-out/page.ts";
import { lineIn } from "../../harness/ways-out/page.ts";
import { openWorkflow } from "../../harness/ways-out/workflow.ts";

const done = { outcome: "done", "already-done": false };
const alreadyDone = { outcome: "done", "already-done": true };

export const actionWays = {
  not_issued_yet: {
    says: "Run the job again: nothing is sent, and it waits again.",
    async follow(page) {
      const { run, sandbox } = await openWorkflow();
      const folder = newJournal();
      const { callbacks } = new Journal(folder);
      await callbacks.addReceiver("r1");
      const inputs = { journal: folder, "wait-until-issued": "1s" };
      page.seenIn(await run(inputs));
      const [{ orderId, certificateId } = { orderId: "", certificateId: "" }] = sandbox.ledger;
      await callbacks.record({ orderId, certificateId, receiver: "r1" });
      expect(await run(inputs, { runAttempt: 2 })).toMatchObject({ ...alreadyDone, level: "passed" });
      expect(sandbox.ledger).toHaveLength(1);
    },
  },
  unrecognised_code: {
    says: "Read the error message of the step: it shows the code and what the service said. The output `outcome` says whether the reissue happened.",
    async follow(page) {
      const { run, sandbox } = await openWorkflow();
      const body = JSON.stringify({ code: "out=of/stock", message: "Come back tomorrow." });
      sandbox.addFault({ kind: "status", status: 400, body });
      const refused = page.seenIn(await run());
      expect(refused).toMatchObject({ outcome: "rejected", said: expect.stringContaining("out=of/stock") });
      expect(refused.said).toContain("Come back tomorrow.");
      expect(sandbox.ledger).toEqual([]);
      expect(await run({}, { runAttempt: 2 })).toMatchObject(done);
      expect(sandbox.ledger).toHaveLength(1);
    },
  },
  rerun_refused: {
    says: "Look the order up in the service's portal. If it was not reissued, start a new run.",
    async follow(page) {
      const { run, sandbox } = await openWorkflow();
      page.seenIn(await run({ journal: "none" }, { runAttempt: 2 }));
      expect(sandbox.ledger).toEqual([]);
      expect(await run({ journal: "none" }, { runId: 8 })).toMatchObject(done);
      expect(sandbox.ledger).toHaveLength(1);
    },
  },
  stated: {
    says: "Remove the input. Then run the job again that was blocked.",
    async follow(page) {
      const { run, sandbox } = await openWorkflow();
      sandbox.addFault({ kind: "reset-after-processing" });
      const { said } = await run();
      const ID = String(sandbox.ledger[0]?.certificateId);
      const resolve = lineIn(said, "resolve:", { CERTIFICATE_ID: ID });
      page.seenIn(await run({ resolve }, { runId: 8 }));
      expect(await run({}, { runAttempt: 2 })).toMatchObject({ ...alreadyDone, "certificate-id": ID });
      expect(sandbox.ledger).toHaveLength(1);
    },
  },
  other_order: {
    says: "There is nothing to do.",
    async follow(page) {
      const { run, sandbox } = await openWorkflow();
      const { "attempt-id": attempt } = await run();
      const matrix = { "order-id": "order-ssl-2", supersede: String(attempt), "idempotency-key": "spring" };
      expect(page.seenIn(await run(matrix, { runId: 8 }))).toMatchObject({ level: "passed" });
      expect(sandbox.ledger).toHaveLength(1);
    },
  },
  dry_run: {
    says: "There is nothing to do.",
    async follow(page) {
      const { run, sandbox } = await openWorkflow();
      expect(page.seenIn(await run({ "dry-run": "true" }))).toMatchObject({ level: "passed" });
      expect(sandbox.ledger).toEqual([]);
    },
  },
} satisfies WaysOut;
