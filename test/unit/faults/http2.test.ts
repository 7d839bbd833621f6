import { createSecureServer, constants as http2 } from "node:http2";
import { expect, onTestFinished, test } from "vitest";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { authority, certificate } from "../../harness/faults/faulty-service.ts";
import { startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

test.each(operations.flatMap((operation) => [false, true].map((isProxied) => ({ operation, isProxied }))))(
  "A $operation that an HTTP/2 service carries out and refuses is sent once, over HTTP/1.1 (proxied: $isProxied)",
  async ({ operation, isProxied }) => {
    const service = await startRefusingHttp2Server();
    const proxy = await startProxy({ onConnect: tunnelTo(service.port) });
    onTestFinished(() => proxy.close());
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { client } = clientFor({
      options: isProxied
        ? { baseUrl: "https://service.example.test", ca: authority.pem, env }
        : { baseUrl: `https://localhost:${service.port}`, ca: authority.pem },
    });
    const ending = await call(operation, client, { callbackUrl: "https://callback.example.test/" });
    expect(ending).toMatchObject({ outcome: "unknown", tries: 1, error: { code: "connection_lost" } });
    expect(service.versions).toEqual(["1.1"]);
  },
);

/** Carries every request out and then says that it did not, in the way of the protocol that it came by. */
async function startRefusingHttp2Server() {
  const versions: string[] = [];
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request) => {
    versions.push(request.httpVersion);
    if (request.httpVersion === "2.0") request.stream.close(http2.NGHTTP2_REFUSED_STREAM);
    else request.socket.destroy();
  });
  server.on("sessionError", () => {});
  onTestFinished(() => void server.close());
  return { versions, port: await onLoopback(server) };
}
