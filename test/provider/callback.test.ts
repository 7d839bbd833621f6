import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { codec } from "../../src/plugin/protobuf/messages.ts";
import { read, write } from "../../src/plugin/testing/core.ts";
import { completeConfig, readSchema } from "../../src/plugin/testing/schema.ts";
import { UNKNOWN } from "../../src/plugin/values/unknown.ts";
import type { Value } from "../../src/plugin/values/value.ts";
import { nodeReceiver } from "../../src/receiver/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { errorsOf, Stage } from "./provider.ts";

const access_key = "callback-key";

/** A receiver that the sandbox trusts, and the arguments that lead to it. */
async function receiving(sandbox: Sandbox) {
  const events: string[] = [];
  const handler = nodeReceiver({
    accessKey: access_key,
    onEvent: ({ action_id }) => void events.push(action_id),
  });
  const server = createServer(sandbox.issueCertificate(["localhost"]), handler);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/callback`;
  return { url, events, [Symbol.dispose]: () => void server.close() };
}

const open = () => Stage.open({ allowPrivateCallbacks: true });

describe("a callback check, by the core's rules", () => {
  test("passes when the callback answers, and is made again when a trigger changes", async () => {
    await using stage = await open();
    using receiver = await receiving(stage.sandbox);
    const check = stage.workspace.resource("certorder_callback_check");
    await check.apply({ url: receiver.url, access_key });
    await check.apply({ url: receiver.url, access_key, triggers: { release: "2" } });
    expect(receiver.events).toEqual(["order:issued", "order:issued"]);
  });

  test("fails the apply, and leaves nothing behind, when the callback does not", async () => {
    await using stage = await open();
    using receiver = await receiving(stage.sandbox);
    const check = stage.workspace.resource("certorder_callback_check");
    const errors = await errorsOf(check.apply({ url: receiver.url, access_key: "wrong" }));
    expect(errors).toMatchObject([{ detail: expect.stringContaining("callback_response_not_200") }]);
    expect(check.state).toBeNull();
  });
});

describe("the data source", () => {
  const requestWith = async ({ workspace: { core } }: Stage, given: Record<string, Value>) => {
    const { certorder_callback_test: found } = (await core.providerSchema()).data_source_schemas;
    const schema = readSchema("test", found);
    const config = write(completeConfig(schema, given), schema.type);
    return { schema, request: { type_name: "certorder_callback_test", config } };
  };

  const readTest = async (stage: Stage, given: Record<string, string | number>) => {
    const { core } = stage.workspace;
    const { schema, request } = await requestWith(stage, given);
    const response = await core.call(
      "ReadDataSource",
      ["ReadDataSourceRequest", request],
      "ReadDataSourceResponse",
    );
    return read(response.state, schema.type);
  };

  test("tells bad news as data, and serves the last verdict again for a while", async () => {
    await using stage = await open();
    const first = await readTest(stage, {});
    expect(first).toMatchObject({ verdict: "fail", code: "callback_not_configured", cached: false });
    const second = await readTest(stage, {});
    expect(second).toMatchObject({ verdict: "fail", cached: true, tested_at: first?.tested_at });
    const until = new Date(Date.parse(String(first?.tested_at)) + 60_000).toISOString();
    expect(second?.hint).toBe(
      `${first?.hint} This is the verdict of ${first?.tested_at}, which stands until ${until}; min_interval_seconds = 0 tests at once.`,
    );
    expect(await readTest(stage, { min_interval_seconds: 0 })).toMatchObject({ cached: false });
    expect(await readTest(stage, { url: "http://example.com" })).toMatchObject({
      verdict: "fail",
      code: "callback_url_not_https",
    });
    expect(stage.sandbox.requests).toHaveLength(2);
  });

  test("refuses an interval below zero by the contract's rule, before it tests anything", async () => {
    await using stage = await open();
    const readEvery = (min_interval_seconds: number) =>
      stage.workspace.readDataSource("certorder_callback_test", { min_interval_seconds });
    expect(await errorsOf(readEvery(-1))).toMatchObject([
      {
        summary: "Invalid Argument",
        detail: expect.stringContaining("min_interval_seconds is -1; the smallest allowed value is 0."),
      },
    ]);
    expect(stage.sandbox.requests).toHaveLength(0);
    expect(await readEvery(0)).toMatchObject({ cached: false });
  });

  test("does not judge an interval that is not known yet", async () => {
    await using stage = await open();
    const { request } = await requestWith(stage, { min_interval_seconds: UNKNOWN });
    const { diagnostics } = await stage.workspace.core.call(
      "ValidateDataResourceConfig",
      ["ValidateConfigRequest", request],
      "ValidateConfigResponse",
    );
    expect(diagnostics).toEqual([]);
  });
});

describe("the action", () => {
  const invoke = async (stage: Stage, given: Record<string, string>) => {
    const { core } = stage.workspace;
    const schema = readSchema(
      "test",
      (await core.providerSchema()).action_schemas.certorder_callback_test?.schema,
    );
    const message = codec.encode("ActionRequest", {
      action_type: "certorder_callback_test",
      config: write(completeConfig(schema, given), schema.type),
    });
    const events = await core.channel.stream("/tfplugin6.Provider/InvokeAction", message);
    return events.map((event) => JSON.stringify(codec.decode("InvokeActionEvent", event)));
  };

  test("shows its progress and always says how it ended", async () => {
    await using stage = await open();
    using receiver = await receiving(stage.sandbox);
    const passed = await invoke(stage, { url: receiver.url, access_key });
    expect(passed.slice(0, 2)).toEqual([
      expect.stringContaining("Asking the service to call back"),
      expect.stringContaining("The callback answered"),
    ]);
    expect(passed.at(-1)).toContain("completed");
    const failed = await invoke(stage, {});
    expect(failed.at(-1)).toContain("callback_not_configured");
  });
});
