import { describe, expect, test } from "vitest";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { replyFaults } from "../../harness/faults/replies.ts";
import { rawStage, sandboxStage } from "../../harness/faults/stage.ts";
import { faultTables } from "./table.ts";

faultTables(replyFaults);

describe("A certificate id in an answer that leaves it open", () => {
  test.each([
    { status: 200, body: '{"code":"pending","data":{"certificate":{"id":"c8"}}}' },
    { status: 202, body: '{"code":"success","data":{"certificate":{"id":"c8"}}}' },
    { status: 500, body: '{"code":"internal","data":{"certificate":{"id":"c8"}}}' },
  ])("is told: $status $body", async (reply) => {
    const stage = await sandboxStage({ fault: { kind: "status", ...reply } });
    const { error } = await call("reissue", clientFor(stage).client, stage);
    expect(error).toMatchObject({ outcome: "unknown", certificateId: "c8" });
    expect(error?.message).toContain(" The answer names certificate c8.");
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ certificateId: "c8" });
    await stage.close();
  });
});

describe("Redirections to another server", () => {
  test.each(operations)("never carry the credentials of a %s there", async (operation) => {
    const other = await rawStage(() => {});
    const stage = await sandboxStage({
      fault: { kind: "status", status: 307, headers: { location: other.options.baseUrl } },
    });
    const { client } = clientFor(stage);
    expect((await call(operation, client, stage)).error?.code).toBe("http_307");
    expect(other.requests()).toBe(0);
    await Promise.all([stage.close(), other.close()]);
  });
});
