import { connect } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codec } from "../../../src/plugin/protobuf/messages.ts";
import { providerService } from "../../../src/plugin/rpc/methods.ts";
import { Channel, framed } from "../../../src/plugin/testing/channel.ts";
import { openExample } from "../../harness/plugin/example/start.ts";

const { workspace } = await openExample();
const { core } = workspace;

const SCHEMA = "/tfplugin6.Provider/GetProviderSchema";
const VALIDATE = "/tfplugin6.Provider/ValidateResourceConfig";

/** The process is alive, and answers. */
async function expectService(): Promise<void> {
  const answer = await core.channel.raw("/grpc.health.v1.Health/Check", [framed(new Uint8Array())]);
  expect(answer.messages.map((message) => message.toString("hex"))).toEqual(["0801"]);
}

describe("Wrong calls", () => {
  const status = async (path: string, bytes: Uint8Array | Uint8Array[], headers?: Record<string, string>) => {
    return (await core.channel.raw(path, Array.isArray(bytes) ? bytes : [bytes], headers)).grpcStatus;
  };

  test("get the status that gRPC has for them", async () => {
    expect(await status("/tfplugin6.Provider/GenerateResourceConfig", framed(new Uint8Array()))).toBe(12);
    expect(await status("/no.Such/Method", framed(new Uint8Array()))).toBe(12);
    expect(await status(SCHEMA, framed(new Uint8Array()), { "grpc-encoding": "gzip" })).toBe(12);
    expect(await status(SCHEMA, Buffer.from([1, 0, 0, 0, 0]))).toBe(13);
    expect(await status(SCHEMA, Buffer.from([9, 0, 0, 0, 0]))).toBe(13);
    expect(await status(SCHEMA, Buffer.from([0, 0, 0, 0, 9, 1]))).toBe(13);
    expect(await status(SCHEMA, new Uint8Array())).toBe(13);
    expect(await status(SCHEMA, [framed(new Uint8Array()), framed(new Uint8Array())])).toBe(13);
    expect(await status(SCHEMA, Buffer.from([0, 0xff, 0, 0, 0]))).toBe(8);
    expect(await status(VALIDATE, framed(Buffer.from("0a", "hex")))).toBe(13);
    const stranger = codec.encode("ValidateConfigRequest", { type_name: "example_nothing" });
    expect(await status(VALIDATE, framed(stranger))).toBe(3);
    const garbled = codec.encode("ValidateConfigRequest", {
      type_name: "example_file",
      config: { msgpack: Buffer.from("93", "hex") },
    });
    expect(await status(VALIDATE, framed(garbled))).toBe(3);
    await expectService();
  });

  test("are answered in plain HTTP when they are not gRPC", async () => {
    const get = await core.channel.raw(SCHEMA, [], { ":method": "GET" });
    expect(get).toMatchObject({ httpStatus: 405, grpcStatus: -1 });
    const json = await core.channel.raw(SCHEMA, [], { "content-type": "application/json" });
    expect(json).toMatchObject({ httpStatus: 415, grpcStatus: -1 });
  });
});

describe("Large messages", () => {
  test("may have tens of megabytes, both ways", async () => {
    const text = "x".repeat(40 * 1024 * 1024);
    const message = codec.encode("CallFunctionRequest", {
      name: "join_words",
      arguments: [{ json: Buffer.from('""') }, { json: Buffer.from(JSON.stringify(text)) }],
    });
    const answer = await core.channel.unary("/tfplugin6.Provider/CallFunction", message);
    expect(codec.decode("CallFunctionResponse", answer).result?.msgpack).toHaveLength(text.length + 5);
  });
});

describe("Many calls at once", () => {
  test("run side by side, and each gets its own answer", async () => {
    const start = performance.now();
    const applies = Array.from({ length: 50 }, (_, index) => {
      const resource = workspace.resource("example_file");
      return resource.apply({ name: `parallel-${index}`, content: `${index}`, delay_ms: 300 });
    });
    const states = (await Promise.all(applies)).map(({ state }) => state?.content);
    expect(states).toEqual(states.map((_, index) => String(index)));
    expect(performance.now() - start).toBeLessThan(50 * 300);
  });
});

describe("Garbage", () => {
  // Shutting the process down is the one thing that these calls may not do.
  const paths = [...providerService().map(([path]) => path), "/plugin.GRPCStdio/Nothing", "/"];

  test("never ends or hangs the process if it stands in frames", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.uint8Array({ maxLength: 64 }), async (path, bytes) => {
        const answer = await core.channel.raw(path, [bytes]);
        expect(answer.grpcStatus).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 150 },
    );
    await expectService();
  });

  test("never ends or hangs the process if it stands in messages", async () => {
    const calls = paths.filter((path) => !path.endsWith("/StopProvider"));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), fc.uint8Array({ maxLength: 64 }), async (path, bytes) => {
        const answer = await core.channel.raw(path, [framed(bytes)]);
        expect(answer.grpcStatus).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 150 },
    );
    await expectService();
  });

  test("never ends or hangs the process if it stands in values", async () => {
    const requests = [
      "PlanResourceChange",
      "ApplyResourceChange",
      "ReadResource",
      "ValidateResourceConfig",
    ] as const;
    const value = fc.uint8Array({ maxLength: 48 }).map((msgpack) => ({ msgpack }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...requests),
        value,
        value,
        value,
        async (name, prior_state, proposed, config) => {
          const message = codec.encode("PlanResourceChangeRequest", {
            type_name: "example_file",
            prior_state,
            proposed_new_state: proposed,
            config,
          });
          const answer = await core.channel.raw(`/tfplugin6.Provider/${name}`, [framed(message)]);
          expect([0, 3]).toContain(answer.grpcStatus);
        },
      ),
      { numRuns: 150 },
    );
    const stored = fc.json({ maxDepth: 3 });
    await fc.assert(
      fc.asyncProperty(stored, fc.integer({ min: 0, max: 3 }), async (json, version) => {
        const message = codec.encode("UpgradeResourceStateRequest", {
          type_name: "example_file",
          version,
          raw_state: { json: Buffer.from(json) },
        });
        const answer = await core.channel.raw("/tfplugin6.Provider/UpgradeResourceState", [framed(message)]);
        expect([0, 3]).toContain(answer.grpcStatus);
      }),
      { numRuns: 100 },
    );
    await expectService();
  });

  test("never ends or hangs the process if it stands on the socket itself", async () => {
    const { address } = core.process.handshake;
    for (const bytes of [
      Buffer.from("GET / HTTP/1.1\r\n\r\n"),
      Buffer.alloc(1000, 0x16),
      Buffer.from([0x16, 3, 1, 0, 5]),
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect({ path: address }, () => socket.end(bytes));
        socket.on("error", () => {});
        socket.on("close", () => resolve());
        socket.resume();
      });
    }
    const another = await Channel.connect(core.process.handshake, core.process.clientCertificate);
    another.close();
    await expectService();
  });
});
