import { describe, expect, test } from "vitest";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { rawService, sandboxService } from "../../harness/faults/faulty-service.ts";
import { replyFaults } from "../../harness/faults/replies.ts";
import { faultTables } from "./table.ts";

faultTables(replyFaults);

describe("A redirection to another server", () => {
  test.each(operations)("never gets the credentials of a %s", async (operation) => {
    const other = await rawService(() => {});
    const stage = await sandboxService({
      fault: { kind: "status", status: 307, headers: { location: other.options.baseUrl } },
    });
    const { client } = clientFor(stage);
    expect((await call(operation, client, stage)).error?.code).toBe("http_307");
    expect(other.requests()).toBe(0);
    await Promise.all([stage.close(), other.close()]);
  });
});
