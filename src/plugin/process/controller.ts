import type { Method } from "../grpc/server.ts";

const empty = new Uint8Array();
const serving = Uint8Array.of(0x08, 0x01);

/** The services that every plugin has. */
export function pluginServices(shutDown: () => void): [path: string, method: Method<unknown>][] {
  return [
    // Without this, the core waits two seconds for each process and then kills it.
    [
      "/plugin.GRPCController/Shutdown",
      {
        kind: "unary",
        async handle() {
          setImmediate(shutDown);
          return empty;
        },
      },
    ],
    // The core opens both at once and keeps them open. The plugin sends nothing on them.
    ["/plugin.GRPCStdio/StreamStdio", { kind: "idle" }],
    ["/plugin.GRPCBroker/StartStream", { kind: "idle" }],
    ["/grpc.health.v1.Health/Check", { kind: "unary", handle: async () => serving }],
  ];
}
