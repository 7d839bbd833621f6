import { describe, expect, test } from "vitest";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { rawService } from "../../harness/faults/faulty-service.ts";
import { networkFaults } from "../../harness/faults/network.ts";
import { faultTables } from "./table.ts";

faultTables(networkFaults);

describe("A connection that is reset as soon as it stands", () => {
  test.each(operations)("never makes a %s look carried out or refused", async (operation) => {
    const stage = await rawService((visit) => visit.reset());
    const { client } = clientFor(stage, { maxTries: 1 });
    // Which of the two depends on whether the reset is seen before or after the head was written.
    expect(["not-sent", "unknown"]).toContain((await call(operation, client, stage)).outcome);
    expect(stage.requests()).toBe(0);
    await stage.close();
  });
});
