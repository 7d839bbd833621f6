import { describe, expect } from "vitest";
import type { ActionWithSandbox } from "../../harness/action/action-with-sandbox.ts";
import { readAttemptId, test } from "../../harness/action/action-with-sandbox.ts";

// The service defines its ids only as texts. An id has to be a safe output, or a person names the certificate.

function answerWith(world: ActionWithSandbox, id: string): void {
  const body = JSON.stringify({ code: "success", data: { certificate: { id } } });
  world.sandbox.fault({ kind: "status", operation: "reissue", status: 200, body });
}

describe.concurrent("A certificate id", () => {
  const id = "cert/2026+7==";

  test("is an output if it has the characters of base64, also in a re-run", async ({ world }) => {
    answerWith(world, id);
    expect((await world.reissueHere()).outputs).toMatchObject({ outcome: "done", "certificate-id": id });
    const again = await world.reissueHere({}, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ "already-done": true, "certificate-id": id });
  });

  test("can be named by resolve if it has the characters of base64", async ({ world }) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    const lost = await world.reissueHere();
    const resolve = `${readAttemptId(lost.said)}:${id}`;
    const ended = await world.reissueHere({ resolve }, { runId: 8 });
    expect(ended.outputs).toMatchObject({ outcome: "done", "certificate-id": id });
  });

  test.for(["$(reboot)", "a;b", "a`b`", "x".repeat(65)])(
    "is not an output if it is %s, and resolve takes another name of the certificate",
    async (odd, { world }) => {
      answerWith(world, odd);
      const { outputs } = await world.reissueHere();
      expect(outputs).toMatchObject({
        outcome: "done-unread",
        code: "certificate_id_unusable",
        "already-done": false,
      });
      const attempt = outputs["attempt-id"];
      const refused = world.reissueHere({ resolve: `${attempt}:${odd}` }, { runId: 8 });
      await expect(refused).rejects.toMatchObject({
        message: expect.stringContaining("cannot be passed on safely"),
        remedy: expect.stringContaining("such as its serial number"),
      });
      const ended = await world.reissueHere({ resolve: `${attempt}:0a1b2c` }, { runId: 8 });
      expect(ended.outputs).toMatchObject({ outcome: "done", "certificate-id": "0a1b2c" });
    },
  );
});
