import { createSecureServer, constants as http2 } from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { authority, certificate, serviceAt } from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";
import { startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import { isOfRequest, startRawServer } from "../../harness/faults/raw-server.ts";

describe("Connections that could be kept", () => {
  test.each(operations)(
    "300 calls of %s all succeed at a service that drops an idle connection just as it is used again",
    async (operation) => {
      const server = await startRawServer(async (visit) => {
        const first = await visit.carryOut();
        visit.write(answer(200, success, { connection: "keep-alive", "keep-alive": "timeout=5" }));
        // The next byte on the same connection is its end.
        await visit.more(first.length);
        visit.reset();
      });
      const stage = serviceAt(server, `http://127.0.0.1:${server.port}`);
      const { client } = clientFor(stage);
      for (let n = 0; n < 300; n++) {
        const options = operation === "reissue" ? { idempotencyKey: `ticket-${n}` } : {};
        expect((await call(operation, client, stage, options)).outcome).toBe("done");
      }
      expect(server.carriedOut).toBe(300);
      expect(server.heard.filter(isOfRequest)).toHaveLength(300);
      await stage.close();
    },
  );
});

/** Carries every request out and then says that it did not, in the way of the protocol that it came by. */
async function startRefusingHttp2Server() {
  const versions: string[] = [];
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request) => {
    versions.push(request.httpVersion);
    if (request.httpVersion === "2.0") request.stream.close(http2.NGHTTP2_REFUSED_STREAM);
    else request.socket.destroy();
  });
  server.on("sessionError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    versions,
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe("A service that speaks HTTP/2, carries a request out and then refuses its stream", () => {
  test.each(operations.flatMap((operation) => [false, true].map((isProxied) => ({ operation, isProxied }))))(
    "sees a $operation once, over HTTP/1.1 (behind a proxy: $isProxied)",
    async ({ operation, isProxied }) => {
      const server = await startRefusingHttp2Server();
      const proxy = await startProxy({ onConnect: tunnelTo(server.port) });
      const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
      const { client } = clientFor({
        options: isProxied
          ? { baseUrl: "https://service.example.test", ca: authority.pem, env }
          : { baseUrl: `https://localhost:${server.port}`, ca: authority.pem },
      });
      const ending = await call(operation, client, { callbackUrl: "https://callback.example.test/" });
      expect(ending).toMatchObject({ outcome: "unknown", tries: 1, error: { code: "connection_lost" } });
      expect(server.versions).toEqual(["1.1"]);
      await proxy.close();
      await server.close();
    },
  );
});
