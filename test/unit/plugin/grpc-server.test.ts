import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { GrpcServer, type Method } from "../../../src/plugin/grpc/server.ts";
import { GrpcError, Status } from "../../../src/plugin/grpc/status.ts";
import { Channel } from "../../../src/plugin/testing/channel.ts";

async function served(methods: Record<string, Method<string>>) {
  const events: string[] = [];
  const http2 = createServer();
  const grpc = new GrpcServer<string>(http2, {
    methods: new Map(Object.entries(methods)),
    connected: () => "the connection",
    disconnected: (connection) => events.push(`lost ${connection}`),
    unexpected: (error, path) => events.push(`${path}: ${error}`),
  });
  http2.listen(0, "127.0.0.1");
  await once(http2, "listening");
  const address = `127.0.0.1:${(http2.address() as AddressInfo).port}`;
  const handshake = { network: "tcp", address, protocolVersion: 6, serverCertificatePem: undefined } as const;
  const channel = await Channel.connect(handshake, undefined);
  return { grpc, channel, events, http2 };
}

const nothing = new Uint8Array();

describe("The gRPC server", () => {
  test("finishes running calls, begins no new ones, and sends every answer", async () => {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const large = Buffer.alloc(5_000_000);
    const handle = () => {
      begun.resolve();
      return released.promise.then(() => large);
    };
    const { grpc, channel } = await served({ "/slow": { kind: "unary", handle } });
    const slow = channel.unary("/slow", nothing);
    await begun.promise;
    const finished = grpc.finishCalls();
    expect(await channel.raw("/slow", [Buffer.alloc(5)])).toMatchObject({ grpcStatus: 14 });
    released.resolve();
    await finished;
    await grpc.flush(5000);
    // Whatever happens to the process from here on: the answer is there.
    channel.close();
    expect(await slow).toHaveLength(large.length);
  });

  test("tells handlers whose connection it is, and owners when it is lost", async () => {
    const { channel, events } = await served({
      "/who": { kind: "unary", handle: async (_message, connection) => Buffer.from(connection) },
    });
    expect(String(await channel.unary("/who", nothing))).toBe("the connection");
    channel.close();
    await vi.waitFor(() => expect(events).toEqual(["lost the connection"]));
  });

  test("ends a stream with the status of the failure, after what was sent before", async () => {
    const { channel, events } = await served({
      "/stream": {
        kind: "serverStream",
        async handle(_message, _connection, send) {
          send(Buffer.from("one"));
          throw new GrpcError(Status.invalidArgument, "not that: 100 %");
        },
      },
      "/bug": { kind: "unary", handle: () => Promise.reject(new Error("secret inside")) },
      "/empty": { kind: "serverStream", handle: async () => {} },
    });
    expect(await channel.raw("/stream", [Buffer.alloc(5)])).toMatchObject({
      grpcStatus: 3,
      grpcMessage: "not that: 100 %",
      messages: [Buffer.from("one")],
    });
    expect(await channel.raw("/bug", [Buffer.alloc(5)])).toMatchObject({
      grpcStatus: 13,
      grpcMessage: "internal error",
    });
    expect(await channel.raw("/empty", [Buffer.alloc(5)])).toMatchObject({ grpcStatus: 0, messages: [] });
    expect(events).toEqual(["/bug: Error: secret inside"]);
    channel.close();
  });
});
