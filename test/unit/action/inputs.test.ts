import { describe, expect } from "vitest";
import { inputs, listInputs } from "../../../src/action/index.ts";
import { callbackTestOperation, reissueOperation } from "../../../src/contract/index.ts";
import { actionYml, operationYml } from "../../../src/generate/action.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";

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

  test("needs no history if it is each-run, and a callback test accepts it", async ({ world }) => {
    const { outputs } = await world.reissueHere({ history: "none", "idempotency-key": "each-run" });
    expect(outputs.outcome).toBe("done");
    for (const key of ["each-run", ""])
      expect((await world.checkHere("success", { "idempotency-key": key })).level).toBe("passed");
  });
});

describe.concurrent("The input wait-until-issued", () => {
  test.for([
    [{ history: "journal" }, "soon", "wait-until-issued is not a time."],
    [{ history: "none" }, "10m", "and history: none has none."],
    [{ history: "repository" }, "10m", "and history: repository has none."],
  ] as const)("is checked with the other inputs (%o, %s)", async ([history, wait, why], { world }) => {
    const inputs = { ...history, "wait-until-issued": wait, "sign-hash": "" };
    await expect(world.reissueHere(inputs)).rejects.toMatchObject({
      name: "InvalidRequestError",
      message: expect.stringMatching(new RegExp(`${why}.*signHash`)),
    });
  });
});

describe("The actions with one operation", () => {
  test.each([callbackTestOperation.name, reissueOperation.name])(
    "%s has its own inputs only, the important ones first",
    (name) => {
      const names = Object.keys(listInputs(name));
      expect(names.slice(0, 3)).toEqual(["base-url", "key-id", "auth-key"]);
      expect(names).not.toContain("operation");
      const isOther = (input: string) => (inputs[input]?.for ?? name) !== name;
      expect(names.filter(isOther)).toEqual([]);
      const missing = Object.keys(inputs).filter((input) => !isOther(input) && !names.includes(input));
      expect(missing).toEqual(["operation"]);
      expect(operationYml(name)).toContain(`main: ../../dist/${name}.js`);
    },
  );
});

describe.concurrent("The input history", () => {
  test("is repository if it is left out, and a missing permission shows the YAML of both", async ({
    world,
  }) => {
    world.github.permissions = { actions: "read" };
    const { outputs, lines } = await world.reissueHere({ history: undefined });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
    expect(lines.join("\n")).toContain("permissions:\n  deployments: write\n  actions: read\n");
    expect(lines.join("\n")).toContain("history: journal");
  });

  test.for(["repository", "journal"])(
    "shows on the first run that actions: read is missing (%s)",
    async (history, { world }) => {
      world.github.permissions = { deployments: "write" };
      const { outputs, lines } = await world.reissueHere({ history });
      expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
      expect(lines.join("\n")).toMatch(/permissions:\n(?: {2}deployments: write\n)? {2}actions: read\n/);
      expect(world.sandbox.ledger).toEqual([]);
    },
  );

  test.for([undefined, "repository", "none"])(
    "is the only one that chooses a journal: %s",
    async (history, { world }) => {
      const asked = world.reissueHere({ history, "journal-url": "file:///var/x" });
      await expect(asked).rejects.toMatchObject({ remedy: expect.stringContaining("Add history: journal") });
    },
  );
});

test("The line of a message can be pasted whole into the form of a run", async ({ world }) => {
  world.sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
  const { outputs } = await world.reissueHere();
  const id = world.sandbox.ledger[0]?.certificateId;
  const resolve = `resolve: "${outputs["attempt-id"]}:${id}"`;
  const stated = await world.reissueHere({ resolve }, { runId: 8 });
  expect(stated.outputs).toMatchObject({ "already-done": true, "certificate-id": id });
});

test("A private key in an input of one line is refused before a dry run shows it", async ({ world }) => {
  const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQ/IBADAN+Bgkqh\n-----END PRIVATE KEY-----\n";
  const asked = world.reissueHere({ "common-name": key, "dry-run": "true" });
  await expect(asked).rejects.toThrow(/common-?name has a line break/i);
  await expect(asked).rejects.not.toThrow(/MII|PRIVATE/);
});
