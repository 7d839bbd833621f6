import { createSecureServer, constants as http2 } from "node:http2";
import { describe, expect, onTestFinished, test } from "vitest";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import {
  authority,
  certificate,
  rawService,
  withFaultyService,
} from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";
import { startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

test("300 reissues succeed at a service that drops an idle connection just as it is used again", async () => {
  const stage = await withFaultyService(
    { onTestFinished },
    rawService(async (visit) => {
      const first = await visit.carryOut();
      visit.write(answer(200, success, { connection: "keep-alive", "keep-alive": "timeout=5" }));
      // The next byte on the same connection is its end.
      await visit.more(first.length);
      visit.reset();
    }),
  );
  const { client } = clientFor(stage);
  for (let n = 0; n < 300; n++) {
    const { outcome } = await call("reissue", client, stage, { idempotencyKey: `ticket-${n}` });
    expect(outcome).toBe("done");
  }
  expect([stage.carriedOut(), stage.requests()]).toEqual([300, 300]);
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
  onTestFinished(() => void server.close());
  return { versions, port: await onLoopback(server) };
}

describe("A service that speaks HTTP/2, carries a request out and then refuses its stream", () => {
  test.each(operations.flatMap((operation) => [false, true].map((isProxied) => ({ operation, isProxied }))))(
    "sees a $operation once, over HTTP/1.1 (behind a proxy: $isProxied)",
    async ({ operation, isProxied }) => {
      const server = await startRefusingHttp2Server();
      const proxy = await startProxy({ onConnect: tunnelTo(server.port) });
      onTestFinished(() => proxy.close());
      const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
      const { client } = clientFor({
        options: isProxied
          ? { baseUrl: "https://service.example.test", ca: authority.pem, env }
          : { baseUrl: `https://localhost:${server.port}`, ca: authority.pem },
      });
      const ending = await call(operation, client, { callbackUrl: "https://callback.example.test/" });
      expect(ending).toMatchObject({ outcome: "unknown", tries: 1, error: { code: "connection_lost" } });
      expect(server.versions).toEqual(["1.1"]);
    },
  );
});
