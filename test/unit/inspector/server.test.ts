import { request } from "node:http";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Content, type PageEvent, startInspector } from "../../../src/inspector/index.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

const calls: string[] = [];
const listeners = new Set<(event: PageEvent) => void>();
const exchange = (seq: number, data: string): PageEvent => ({ event: "exchange", key: String(seq), data });
const content: Content = {
  kind: "sandbox",
  title: "sandbox-1",
  first: () => [exchange(1, "one")],
  follow(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  async call(method, path, body) {
    calls.push(`${method} ${path} ${body}`);
    return { status: 200, body: "{}" };
  },
};

let origin: string;
let token: string;
beforeAll(async () => {
  const inspector = await startInspector(content, { port: 0 });
  atTheEnd(() => inspector.close());
  const url = new URL(inspector.url);
  origin = url.origin;
  token = url.hash.slice(1);
});

/** By hand: `fetch` does not let a caller choose Host and Origin. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body = "") {
  return new Promise<{ status: number | undefined; headers: object; body: string }>((resolve, reject) => {
    const asked = request(`${origin}${path}`, { method, headers }, async (response) =>
      resolve({ status: response.statusCode, headers: response.headers, body: await text(response) }),
    );
    asked.on("error", reject).end(body);
  });
}

const withToken = () => ({ "x-certorder-token": token });

describe("The server of the page", () => {
  test("gives everybody the empty page, which may load nothing and may ask only this server", async () => {
    const { status, headers, body } = await ask("GET", "/");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; connect-src 'self'; /,
      ),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    expect(body).not.toContain(token);
  });

  test("answers with the token, and writes only for its own origin", async () => {
    calls.length = 0;
    expect((await ask("GET", "/api/state", withToken())).status).toBe(200);
    const own = { ...withToken(), origin };
    expect((await ask("POST", "/api/faults", own, "[]")).status).toBe(200);
    expect(calls).toEqual(["GET state ", "POST faults []"]);
  });

  test("refuses a missing or wrong token, another origin, another host and other paths", async () => {
    calls.length = 0;
    const { port } = new URL(origin);
    const refused: [string, string, Record<string, string>, number][] = [
      ["GET", "/api/state", {}, 401],
      ["GET", "/api/stream", {}, 401],
      ["GET", "/api/state", { "x-certorder-token": `${token}x` }, 401],
      ["POST", "/api/faults", { origin }, 401],
      ["POST", "/api/faults", withToken(), 403],
      ["DELETE", "/api/faults", withToken(), 403],
      ["GET", "/api/state", { ...withToken(), origin: "https://evil.example" }, 403],
      ["POST", "/api/faults", { ...withToken(), origin: "null" }, 403],
      ["POST", "/api/faults", { ...withToken(), origin: `http://localhost:${port}` }, 403],
      ["OPTIONS", "/api/faults", { origin: "https://evil.example" }, 403],
      ["GET", "/", { host: `evil.example:${port}` }, 421],
      ["GET", "/api/state", { ...withToken(), host: "evil.example" }, 421],
      ["GET", "/..%2fapi/state", withToken(), 404],
      ["POST", "/", { ...withToken(), origin }, 404],
      ["POST", "/api/faults", { ...withToken(), origin, "content-length": "70000" }, 413],
    ];
    for (const [method, path, headers, status] of refused) {
      const body = status === 413 ? "x".repeat(70_000) : "";
      const answer = await ask(method, path, headers, body);
      expect([method, path, headers, answer.status]).toEqual([method, path, headers, status]);
      expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect(calls).toEqual([]);
  });

  test("sends what there is, then each change, and the last of several changes of one exchange", async () => {
    const answer = await fetch(`${origin}/api/stream`, { headers: withToken() });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    const readUntil = async (wanted: string) => {
      while (!seen.includes(wanted)) seen += (await reader?.read())?.value ?? "";
    };
    await readUntil("event: complete");
    expect(seen).toContain('event: hello\ndata: {"kind":"sandbox","title":"sandbox-1"}\n\n');
    expect(seen).toContain('event: exchange\ndata: ["one"]\n\n');
    for (const listener of listeners) {
      for (let index = 0; index < 100; index++) listener(exchange(2, `try ${index}`));
      listener(exchange(3, "three"));
    }
    await readUntil("three");
    expect(seen.slice(seen.indexOf("complete"))).toContain('event: exchange\ndata: ["try 99","three"]\n\n');
    await reader?.cancel();
    while (listeners.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test("takes another port if its own cannot be used", async () => {
    const taken = createServer();
    onTestFinished(() => void taken.close());
    for (const port of [await onLoopback(taken), 65_536]) {
      const inspector = await startInspector(content, { port });
      expect(new URL(inspector.url).port).not.toBe(String(port));
      await inspector.close();
    }
  });
});
