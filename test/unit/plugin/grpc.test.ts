import { afterEach, expect, test } from "vitest";
import { codec } from "../../../src/plugin/protobuf/messages.ts";
import { framed } from "../../../src/plugin/testing/channel.ts";
import { openExample } from "../../harness/plugin/example/start.ts";

// Calls that no core makes, to a provider in its own process. `npm run proof -- --only hostile` sends random ones.

const { workspace } = await openExample();
const { channel } = workspace.core;
const nothing = framed(new Uint8Array());
const path = (method: string) => `/tfplugin6.Provider/${method}`;
const schema = path("GetProviderSchema");
const validate = path("ValidateResourceConfig");

afterEach(async () => {
  const answer = await channel.raw("/grpc.health.v1.Health/Check", [nothing]);
  expect(answer.messages.map((message) => message.toString("hex"))).toEqual(["0801"]);
});

const unknownType = codec.encode("ValidateConfigRequest", { type_name: "example_nothing" });
test.each<
  [name: string, status: number, path: string, frames: Uint8Array[], headers?: Record<string, string>]
>([
  ["a method that the provider does not have", 12, path("GenerateResourceConfig"), [nothing]],
  ["an unknown service", 12, "/no.Such/Method", [nothing]],
  ["an unsupported compression", 12, schema, [nothing], { "grpc-encoding": "gzip" }],
  ["a compressed message", 13, schema, [Buffer.from([1, 0, 0, 0, 0])]],
  ["an unknown flag", 13, schema, [Buffer.from([9, 0, 0, 0, 0])]],
  ["a truncated message", 13, schema, [Buffer.from([0, 0, 0, 0, 9, 1])]],
  ["no message", 13, schema, [new Uint8Array()]],
  ["two messages", 13, schema, [nothing, nothing]],
  ["a message that is too large", 8, schema, [Buffer.from([0, 0xff, 0, 0, 0])]],
  ["a message that cannot be decoded", 13, validate, [framed(Buffer.from("0a", "hex"))]],
  ["an unknown type of resource", 3, validate, [framed(unknownType)]],
])("A wrong call gets the status that gRPC has for it: %s", async (_, status, path, frames, headers) => {
  expect(await channel.raw(path, frames, headers)).toMatchObject({ grpcStatus: status });
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
