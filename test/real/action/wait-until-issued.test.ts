import { describe, expect } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { newFolder, reissueInputs } from "../../harness/action/action.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";

describe.concurrent("wait-until-issued", () => {
  test("is refused before anything is sent, if no receiver writes to the journal", async ({ world }) => {
    const journal = { history: "journal", "journal-dir": newFolder() };
    for (const [inputs, says] of [
      [{ "wait-until-issued": "10m" }, "history: repository has none"],
      [{ ...journal, "wait-until-issued": "10m" }, "no receiver writes to it"],
      [{ ...journal, "wait-until-issued": "soon" }, "is not a time"],
    ] as const) {
      const { code, said, outputs } = await world.run({ ...reissueInputs, ...inputs });
      expect(code).toBe(1);
      expect(said).toContain(says);
      expect(outputs.outcome).toBe("not-sent");
    }
    expect(world.sandbox.ledger).toEqual([]);
  });

  test("fails the step if the callback does not come in time, and a re-run waits again without a reissue", async ({
    world,
  }) => {
    const folder = newFolder();
    const journal = new Journal({ dir: folder });
    await journal.init();
    await journal.addReceiver("r1");
    const inputs = { ...reissueInputs, history: "journal", "journal-dir": folder, "idempotency-key": "t-1" };
    const late = await world.run({ ...inputs, "wait-until-issued": "1s" });
    expect(late.code).toBe(1);
    expect(late.said).toContain("the certificate is not known to be issued");
    const [entry] = world.sandbox.ledger;
    const certificateId = entry?.certificateId ?? "";
    expect(late.outputs).toMatchObject({
      outcome: "done",
      code: "not_issued_yet",
      "certificate-id": certificateId,
    });
    await journal.recordIssued({ orderId: entry?.orderId ?? "", certificateId, receiver: "r1" });
    const issued = await world.run({ ...inputs, "wait-until-issued": "10s" });
    expect(issued.code, issued.said).toBe(0);
    expect(issued.outputs).toMatchObject({
      "already-done": "true",
      "certificate-id": certificateId,
      "issued-event-at": expect.stringContaining("T"),
    });
    expect(world.sandbox.ledger).toHaveLength(1);
  });
});
