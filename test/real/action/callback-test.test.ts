import { createServer } from "node:https";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actionDialect } from "../../../src/action/dialect.ts";
import { callbackCodes, render } from "../../../src/contract/index.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import type { Texts } from "../../harness/action/action.ts";
import { runAction } from "../../harness/action/action.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    httpsPort: false,
    allowPrivateCallbacks: true,
    rateLimit: { tests: 1000, perSeconds: 1 },
  });
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.clearFaults());

const callbackTest = (inputs: Texts = {}) =>
  runAction({ sandbox, inputs: { operation: "callback-test", ...inputs } });

const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  sandbox.fault({ kind: "status", operation: "callback-test", status, headers, body: JSON.stringify(body) });

const titles = {
  pass: "The callback works",
  fail: "The callback fails",
  unknown: "The callback could not be tested",
};

describe("A callback test", () => {
  test("passes when the callback answers", async () => {
    const { key, cert } = sandbox.issueCertificate(["localhost"]);
    const receiver = createServer({ key, cert }, (_, response) => response.end());
    const port = await onLoopback(receiver);

    const ended = await callbackTest({
      url: `https://localhost:${port}/callback`,
      "access-key": "temporary-access-key",
    });
    receiver.close();

    expect(ended.code).toBe(0);
    expect(ended.outputs).toEqual({
      outcome: "done",
      code: "success",
      verdict: "pass",
      tries: "1",
      "duration-ms": expect.stringMatching(/^\d+$/),
      json: expect.stringMatching(/^\{"outcome":"done",.*\}$/),
    });
    expect(ended.summary).toContain("✅ Callback test: pass");
    expect(ended.stdout).toContain("Callback test: pass");
    expect(ended.stderr).toBe("");
    // Both keys are hidden before anything else is said.
    expect(ended.commands.map(({ name, message }) => `${name} ${message}`)).toEqual([
      "add-mask sandbox-demo-auth-key",
      "add-mask temporary-access-key",
      "group Callback test",
      "endgroup ",
    ]);
    expect(ended.stdout.indexOf("Callback test")).toBeGreaterThan(ended.stdout.lastIndexOf("add-mask"));
  });

  test.each(Object.entries(callbackCodes).filter(([code]) => code !== "request_too_fast"))(
    "shows cause and remedy of %s in annotation and summary",
    async (code, { verdict, cause, remedy }) => {
      answer(400, { code });
      const { code: exit, outputs, summary, commands, said } = await callbackTest();
      expect(exit).toBe(1);
      expect(outputs).toMatchObject({ outcome: "rejected", code, verdict });
      expect(commands.at(-1)).toMatchObject({ name: "error", title: `${titles[verdict]}: ${code}` });
      for (const text of [cause, render(remedy, actionDialect)]) {
        expect(said).toContain(text);
        expect(summary).toContain(text);
      }
    },
  );

  test("is neither pass nor fail when request_too_fast outlasts the deadline", async () => {
    answer(429, { code: "request_too_fast" }, { "retry-after": "3600" });
    const { code, outputs, said } = await callbackTest();
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ verdict: "unknown", code: "request_too_fast" });
    expect(said).toContain(render(callbackCodes.request_too_fast.remedy, actionDialect));
  });

  test("reports a code that is new, with the text of the service", async () => {
    answer(400, { code: "brand_new_code", message: "Something new is wrong." });
    const { code, outputs, said, summary } = await callbackTest();
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ verdict: "unknown", code: "brand_new_code" });
    expect(said).toContain("Something new is wrong.");
    expect(summary).toContain("Something new is wrong.");
  });

  test.each([
    ["not-pass", "callback_send_error", 1, "error"],
    ["fail", "callback_send_error", 1, "error"],
    ["never", "callback_send_error", 0, "warning"],
    ["fail", "brand_new_code", 0, "warning"],
    // The next run would meet the same mistake, so it is not passed over.
    ["fail", "permission_denied", 1, "error"],
  ])("A step with fail-on: %s and %s ends with %i and one annotation", async (failOn, code, exit, level) => {
    answer(400, { code });
    const ended = await callbackTest({ "fail-on": failOn });
    expect(ended.code).toBe(exit);
    expect(ended.outputs.code).toBe(code);
    expect(ended.annotations.map(({ name }) => name)).toEqual([level]);
  });

  test("writes no summary when none is wanted, and works where there are none", async () => {
    answer(400, { code: "callback_send_error" });
    const { summary, outputs } = await callbackTest({ summary: "false" });
    expect(summary).toBe("");
    expect(outputs.verdict).toBe("fail");

    answer(200, { code: "success" });
    const elsewhere = await runAction({
      sandbox,
      inputs: { operation: "callback-test" },
      env: { GITHUB_STEP_SUMMARY: undefined },
    });
    expect(elsewhere.code).toBe(0);
  });
});
