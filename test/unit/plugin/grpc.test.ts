import { connect } from "node:net";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { codec } from "../../../src/plugin/protobuf/messages.ts";
import { providerService } from "../../../src/plugin/rpc/methods.ts";
import { Channel, framed } from "../../../src/plugin/testing/channel.ts";
import { openExample } from "../../harness/plugin/example/start.ts";

// Calls that no core makes, to a provider in its own process.

const { workspace } = await openExample();
const { channel, process: provider } = workspace.core;
const nothing = framed(new Uint8Array());
const path = (method: string) => `/tfplugin6.Provider/${method}`;
const schema = path("GetProviderSchema");
const validate = path("ValidateResourceConfig");

afterEach(async () => {
  const answer = await channel.raw("/grpc.health.v1.Health/Check", [nothing]);
  expect(answer.messages.map((message) => message.toString("hex"))).toEqual(["0801"]);
});

const wrong: [status: number, path: string, frames: Uint8Array[], headers?: Record<string, string>][] = [
  [12, path("GenerateResourceConfig"), [nothing]],
  [12, "/no.Such/Method", [nothing]],
  [12, schema, [nothing], { "grpc-encoding": "gzip" }],
  [13, schema, [Buffer.from([1, 0, 0, 0, 0])]],
  [13, schema, [Buffer.from([9, 0, 0, 0, 0])]],
  [13, schema, [Buffer.from([0, 0, 0, 0, 9, 1])]],
  [13, schema, [new Uint8Array()]],
  [13, schema, [nothing, nothing]],
  [8, schema, [Buffer.from([0, 0xff, 0, 0, 0])]],
  [13, validate, [framed(Buffer.from("0a", "hex"))]],
  [3, validate, [framed(codec.encode("ValidateConfigRequest", { type_name: "example_nothing" }))]],
];
test("A wrong call gets the status that gRPC has for it", async () => {
  for (const [status, path, frames, headers] of wrong)
    expect(await channel.raw(path, frames, headers), path).toMatchObject({ grpcStatus: status });
});

test("A call that is not gRPC is answered in plain HTTP", async () => {
  const get = await channel.raw(schema, [], { ":method": "GET" });
  expect(get).toMatchObject({ httpStatus: 405, grpcStatus: -1 });
  const json = await channel.raw(schema, [], { "content-type": "application/json" });
  expect(json).toMatchObject({ httpStatus: 415, grpcStatus: -1 });
});

test("A message may have tens of megabytes, both ways", async () => {
  const text = "x".repeat(40 * 1024 * 1024);
  const message = codec.encode("CallFunctionRequest", {
    name: "join_words",
    arguments: [{ json: Buffer.from('""') }, { json: Buffer.from(JSON.stringify(text)) }],
  });
  const answer = await channel.unary(path("CallFunction"), message);
  expect(codec.decode("CallFunctionResponse", answer).result?.msgpack).toHaveLength(text.length + 5);
});

test("Many calls run side by side, and each gets its own answer", async () => {
  const start = performance.now();
  const applies = Array.from({ length: 50 }, (_, index) => {
    const resource = workspace.resource("example_file");
    return resource.apply({ name: `parallel-${index}`, content: `${index}`, delay_ms: 300 });
  });
  const states = (await Promise.all(applies)).map(({ state }) => state?.content);
  expect(states).toEqual(states.map((_, index) => String(index)));
  expect(performance.now() - start).toBeLessThan(50 * 300);
});

test("Garbage in frames, messages, values and states never ends or hangs the process", async () => {
  const type_name = "example_file";
  const paths = [...providerService().map(([path]) => path), "/plugin.GRPCStdio/Nothing", "/"];
  // Only a well-formed one stops the provider.
  const calls = paths.filter((path) => !path.endsWith("/StopProvider"));
  const changes = ["PlanResourceChange", "ApplyResourceChange", "ReadResource", "ValidateResourceConfig"];
  const bytes = fc.uint8Array({ maxLength: 64 });
  const value = bytes.map((msgpack) => ({ msgpack }));
  const change = fc
    .record({ prior_state: value, proposed_new_state: value, config: value })
    .map((values) => codec.encode("PlanResourceChangeRequest", { type_name, ...values }));
  const upgrade = fc.record({ version: fc.integer({ min: 0, max: 3 }), json: fc.json({ maxDepth: 3 }) });
  const stored = upgrade.map(({ version, json }) =>
    codec.encode("UpgradeResourceStateRequest", {
      type_name,
      version,
      raw_state: { json: Buffer.from(json) },
    }),
  );
  const any = [0, 3, 8, 12, 13];
  for (const [numRuns, targets, frame, statuses] of [
    [150, paths, bytes, any],
    [150, calls, bytes.map(framed), any],
    [150, changes.map(path), change.map(framed), [0, 3]],
    [100, [path("UpgradeResourceState")], stored.map(framed), [0, 3]],
  ] as const) {
    const garbage = fc.asyncProperty(fc.constantFrom(...targets), frame, async (target, sent) => {
      expect(statuses).toContain((await channel.raw(target, [sent])).grpcStatus);
    });
    await fc.assert(garbage, { numRuns });
  }
});

test("Garbage on the socket itself never ends or hangs the process", async () => {
  for (const bytes of [
    Buffer.from("GET / HTTP/1.1\r\n\r\n"),
    Buffer.alloc(1000, 0x16),
    Buffer.from([0x16, 3, 1, 0, 5]),
  ])
    await new Promise<void>((resolve) => {
      const socket = connect({ path: provider.handshake.address }, () => socket.end(bytes));
      socket.on("error", () => {});
      socket.on("close", () => resolve());
      socket.resume();
    });
  (await Channel.connect(provider.handshake, provider.clientCertificate)).close();
});
