import { describe, expect } from "vitest";
import { actionYml } from "../../../src/generate/action.ts";
import { test } from "../../harness/action/world.ts";

describe.concurrent("The input idempotency-key", () => {
  test.for(["", " ", "\n"])("is refused if empty (%j): hashFiles found no file", async (key, { world }) => {
    await expect(world.reissueHere({ "idempotency-key": key })).rejects.toMatchObject({
      message: expect.stringMatching(/idempotency-key is empty.*hashFiles/),
      remedy: expect.stringContaining("leave idempotency-key out, or write each-run"),
    });
    expect(world.sandbox.ledger).toEqual([]);
  });

  test("is each-run by default, with which each run reissues", async ({ world }) => {
    expect(actionYml()).toMatch(/ {2}idempotency-key:\n.*\n.*\n {4}default: "each-run"\n/);
    for (const runId of [7, 8]) {
      const { outputs } = await world.reissueHere({ "idempotency-key": "each-run" }, { runId });
      expect(outputs).toMatchObject({ outcome: "done", "already-done": false });
      world.github.age(10_000);
    }
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("needs no lasting journal if it is each-run, and a callback test accepts it", async ({ world }) => {
    const { outputs } = await world.reissueHere({
      record: "none",
      journal: "none",
      "idempotency-key": "each-run",
    });
    expect(outputs.outcome).toBe("done");
    for (const key of ["each-run", ""])
      expect((await world.checkHere("success", { "idempotency-key": key })).level).toBe("passed");
  });
});

test("A private key in an input of one line is refused before a dry run shows it", async ({ world }) => {
  const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQ/IBADAN+Bgkqh\n-----END PRIVATE KEY-----\n";
  const asked = world.reissueHere({ "common-name": key, "dry-run": "true" });
  await expect(asked).rejects.toThrow(/common-?name has a line break/i);
  await expect(asked).rejects.not.toThrow(/MII|PRIVATE/);
});
