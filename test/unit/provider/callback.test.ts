import { readdirSync } from "node:fs";
import { createServer } from "node:https";
import { describe, expect, vi } from "vitest";
import { codec } from "../../../src/plugin/protobuf/messages.ts";
import { UNKNOWN } from "../../../src/plugin/values/unknown.ts";
import { callbackTestDataSource } from "../../../src/provider/callback-test.ts";
import { SharedTests } from "../../../src/provider/shared-tests.ts";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { expectErrors } from "../../harness/provider/provider.ts";
import { test } from "./provider-fixture.ts";
import { createProviderData } from "./reissue/configured.ts";

const access_key = "callback-key";
const type = "certorder_callback_test";

describe("A callback check", () => {
  test("passes if the callback answers, and tests again if a trigger changes", async ({ provider }) => {
    using receiver = await receiving(provider.sandbox);
    const check = provider.workspace.resource("certorder_callback_check");
    await check.apply({ url: receiver.url, access_key });
    await check.apply({ url: receiver.url, access_key, triggers: { release: "2" } });
    expect(receiver.events).toEqual(["order:issued", "order:issued"]);
  });

  test("fails the apply and stores nothing if the callback does not answer", async ({ provider }) => {
    using receiver = await receiving(provider.sandbox);
    const check = provider.workspace.resource("certorder_callback_check");
    const errors = await expectErrors(check.apply({ url: receiver.url, access_key: "wrong" }));
    expect(errors).toMatchObject([{ detail: expect.stringContaining("callback_response_not_200") }]);
    expect(errors[0]?.detail).toContain("To find out why: certorder doctor --url URL --callback-test.");
    expect(check.state).toBeNull();
  });

  test("shares the test of equal checks that run at the same time, and no other", async ({ provider }) => {
    using receiver = await receiving(provider.sandbox);
    const tests = () => provider.sandbox.requests.length;
    const apply = (config: Record<string, unknown>) =>
      provider.workspace.resource("certorder_callback_check").apply({ url: receiver.url, ...config });
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => apply({ access_key, triggers: { at: `${at}` } })),
    );
    expect(tests()).toBe(1);
    // A deployment may have changed the callback since then.
    await apply({ access_key });
    expect(tests()).toBe(2);
    const wrong = [apply({ access_key: "wrong" }), apply({ access_key: "wrong" })].map(expectErrors);
    expect(await Promise.all([...wrong, apply({ access_key })])).toMatchObject([
      [{ detail: expect.stringContaining("callback_response_not_200") }],
      [{ detail: expect.stringContaining("callback_response_not_200") }],
      {},
    ]);
    expect(tests()).toBe(4);
  });

  test("shares no test that began before a check asked for one", async () => {
    const tests = new SharedTests<string>();
    const begun: string[] = [];
    const release: (() => void)[] = [];
    const ask = (name: string) =>
      tests.run("key", () => {
        begun.push(name);
        return new Promise<string>((resolve) => release.push(() => resolve(name)));
      });
    const [first, joined] = [ask("first"), ask("joined")];
    await vi.waitFor(() => expect(begun).toEqual(["first"]));
    const [next, last] = [ask("next"), ask("last")];
    release[0]?.();
    expect(await Promise.all([first, joined])).toEqual(["first", "first"]);
    await vi.waitFor(() => expect(begun).toEqual(["first", "next"]));
    release[1]?.();
    expect(await Promise.all([next, last])).toEqual(["next", "next"]);
  });
});

describe("The data source of a callback test", () => {
  test("does not keep the result of a test that was cut off", async () => {
    const folder = newFolder("verdicts-");
    const provider = { ...createProviderData(), folder, testKey: () => "key" };
    const config = { url: null, access_key: null, min_interval_seconds: null };
    const cutOff = await callbackTestDataSource.read({
      config,
      provider,
      signal: AbortSignal.abort(),
    } as never);
    expect(cutOff).toMatchObject({
      state: { verdict: "unknown", code: "aborted" },
      diagnostics: [{ severity: "warning", summary: "The callback was not tested" }],
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("reports a failure as data, and serves the last verdict for a while", async ({ provider }) => {
    const readTest = (given: Record<string, string | number>) =>
      provider.workspace.readDataSource(type, given);
    const first = await readTest({});
    expect(first).toMatchObject({ verdict: "fail", code: "callback_not_configured", cached: false });
    const second = await readTest({});
    expect(second).toMatchObject({ verdict: "fail", cached: true, tested_at: first.tested_at });
    const until = new Date(Date.parse(String(first.tested_at)) + 60_000).toISOString();
    for (const part of [first.hint, first.tested_at, until, "min_interval_seconds = 0"])
      expect(second.hint).toContain(part);
    expect(await readTest({ min_interval_seconds: 0 })).toMatchObject({ cached: false });
    expect(await readTest({ url: "http://example.com" })).toMatchObject({
      verdict: "fail",
      code: "callback_url_not_https",
    });
    expect(provider.sandbox.requests).toHaveLength(2);
  });

  test("refuses an interval below zero, and does not judge an unknown one", async ({ provider }) => {
    const readEvery = (min_interval_seconds: number) =>
      provider.workspace.readDataSource(type, { min_interval_seconds });
    const [error] = await expectErrors(readEvery(-1));
    expect(error?.summary).toBe("Invalid argument");
    expect(error?.detail).toContain("min_interval_seconds is -1; the smallest allowed value is 0.");
    expect(provider.sandbox.requests).toHaveLength(0);
    expect(await readEvery(0)).toMatchObject({ cached: false });

    const config = { min_interval_seconds: UNKNOWN };
    expect(await callbackTestDataSource.validate?.({ config } as never)).toEqual({ diagnostics: [] });
  });
});

describe("The action of a callback test", () => {
  test("shows its progress", async ({ provider }) => {
    using receiver = await receiving(provider.sandbox);
    const progress = await provider.workspace.invokeAction(type, { url: receiver.url, access_key });
    expect(progress).toEqual([
      "Asking the service to call back…",
      expect.stringMatching(/^The callback answered \(\d+ ms\)\.$/),
    ]);
  });

  test("tests the saved callback if its block has no config", async ({ provider }) => {
    const { core } = provider.workspace;
    // A core that finds no config sends none.
    for (const [method, request, response] of [
      ["ValidateActionConfig", ["ValidateConfigRequest", { type_name: type }], "ValidateConfigResponse"],
      ["PlanAction", ["ActionRequest", { action_type: type }], "PlanActionResponse"],
    ] as const)
      expect((await core.call(method, request as never, response)).diagnostics, method).toEqual([]);
    const message = codec.encode("ActionRequest", { action_type: type });
    const events = await core.link.stream("/tfplugin6.Provider/InvokeAction", message);
    const last = JSON.stringify(codec.decode("InvokeActionEvent", events.at(-1) as Uint8Array));
    expect(last).toContain("callback_not_configured");
  });
});

/** A receiver that the sandbox trusts, and its address. */
async function receiving(sandbox: Sandbox) {
  const events: string[] = [];
  const handler = nodeReceiver({
    accessKey: access_key,
    onEvent: ({ action_id }) => void events.push(action_id),
  });
  const server = createServer(sandbox.issueCertificate(["localhost"]), handler);
  const url = `https://localhost:${await onLoopback(server)}/callback`;
  return { url, events, [Symbol.dispose]: () => void server.close() };
}
