import { describe, expect, test } from "vitest";
import { call, clientFor, operations } from "./calls.ts";
import { replyFaults } from "./replies.ts";
import { rawStage, sandboxStage } from "./stage.ts";
import { faultTables } from "./table.ts";

faultTables(replyFaults);

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
