import { describe, expect } from "vitest";
import { actionYml } from "../../../src/generate/action.ts";
import { test } from "../world.ts";

describe.concurrent("once", () => {
  test.for(["", " ", "\n"])(
    "is refused where it is empty (%j), as hashFiles without a match is",
    async (once, { world }) => {
      await expect(world.reissueHere({ once })).rejects.toMatchObject({
        message: expect.stringMatching(/once is empty.*hashFiles/),
        remedy: expect.stringContaining("leave once out, or write each-run"),
      });
      expect(world.sandbox.ledger).toEqual([]);
    },
  );

  test("left out is the word of action.yml, and each run is a wish", async ({ world }) => {
    expect(actionYml()).toMatch(/ {2}once:\n.*\n.*\n {4}default: "each-run"\n/);
    for (const runId of [7, 8]) {
      const { outputs } = await world.reissueHere({ once: "each-run" }, { runId });
      expect(outputs).toMatchObject({ outcome: "done", replayed: false });
      world.github.age(10_000);
    }
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("left out needs nothing that outlasts the run, and is no input of a callback test that is wrong", async ({
    world,
  }) => {
    const { outputs } = await world.reissueHere({ record: "none", journal: "off", once: "each-run" });
    expect(outputs.outcome).toBe("done");
    for (const once of ["each-run", ""])
      expect((await world.checkHere("success", { once })).level).toBe("passed");
  });
});

test("a key that was pasted into an input of one line is refused before a dry run shows it", async ({
  world,
}) => {
  const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQ/IBADAN+Bgkqh\n-----END PRIVATE KEY-----\n";
  const asked = world.reissueHere({ "common-name": key, "dry-run": "true" });
  await expect(asked).rejects.toThrow(/common-?name has a line break/i);
  await expect(asked).rejects.not.toThrow(/MII|PRIVATE/);
});
