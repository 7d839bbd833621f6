import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo, Server } from "node:net";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { toolPath } from "../../scripts/tool-folder.ts";
import { fetchReceiver, nodeReceiver, type ReceivedEvent } from "../../src/receiver/index.ts";
import { callbackEvent } from "../harness/callback-event.ts";

// Each framework as its users have it, on a real socket. The guide shows the same lines.

const root = join(import.meta.dirname, "..", "..");
const load = createRequire(
  join(dirname(toolPath("miniflare")), "miniflare-environment", "node_modules", "x.js"),
);

const event = callbackEvent();

function receiving() {
  const events: ReceivedEvent[] = [];
  return { events, options: { accessKey: "key-1", onEvent: (one: ReceivedEvent) => void events.push(one) } };
}

async function statuses(url: string): Promise<number[]> {
  const post = async (key: string) => {
    const headers = { "content-type": "application/json", "x-cc-callback-auth": key };
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(event) })).status;
  };
  return [await post("key-1"), await post("wrong")];
}

async function listening(server: Server): Promise<string> {
  if (!server.listening) await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
}

test.each(["before", "after"])("Express receives callbacks, %s its parser of JSON", async (place) => {
  const { events, options } = receiving();
  const express = load("express");
  const app = express();
  if (place === "after") app.use(express.json());
  app.post("/callback", nodeReceiver(options) as RequestListener);
  expect(await statuses(await listening(app.listen(0)))).toEqual([200, 401]);
  expect(events).toEqual([{ ...event, more: {} }]);
});

test("Fastify receives callbacks", async () => {
  const { events, options } = receiving();
  const fastify = load("fastify")();
  const receive = nodeReceiver(options);
  type Handed = { raw: object; body: unknown };
  fastify.post("/callback", (request: Handed, reply: { hijack(): void; raw: never }) => {
    reply.hijack();
    return receive(Object.assign(request.raw, { body: request.body }) as never, reply.raw);
  });
  await fastify.listen({ port: 0 });
  expect(await statuses(await listening(fastify.server))).toEqual([200, 401]);
  expect(events).toEqual([{ ...event, more: {} }]);
});

test("Hono receives callbacks", async () => {
  const { events, options } = receiving();
  const app = new (load("hono").Hono)();
  const receive = fetchReceiver(options);
  app.post("/callback", (context: { req: { raw: Request } }) => receive(context.req.raw));
  const server = load("@hono/node-server").serve({ fetch: app.fetch, port: 0 });
  expect(await statuses(await listening(server))).toEqual([200, 401]);
  expect(events).toEqual([{ ...event, more: {} }]);
});

test("A worker receives callbacks, with a receiver at the top of its module", async () => {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: root,
      contents: `
        import { fetchReceiver } from "./build/receiver/index.js";
        const got = [];
        const receive = fetchReceiver({ accessKey: "key-1", onEvent: (event) => void got.push(event.cert_id) });
        export default {
          fetch: (request) => (request.method === "GET" ? new Response(got.join()) : receive(request)),
        };`,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const worker = new (load("miniflare").Miniflare)({
    modules: true,
    script: outputFiles[0]?.text,
    compatibilityDate: "2025-09-01",
    compatibilityFlags: ["nodejs_compat"],
  });
  onTestFinished(() => worker.dispose());
  const url = String(await worker.ready);
  expect(await statuses(url)).toEqual([200, 401]);
  expect(await (await fetch(url)).text()).toBe("cert-1");
});
