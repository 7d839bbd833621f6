import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import timers from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { formatEvent } from "../../../src/journal/event-format.ts";
import type { LogStore } from "../../../src/journal/stores/numbered.ts";
import { openS3 } from "../../../src/journal/stores/s3/store.ts";
import { s3Address } from "../../../src/journal/stores/s3/url.ts";
import { collect } from "../../harness/collect.ts";
import { sent } from "../../harness/journal/events.ts";
import { credentials } from "../../harness/journal/s3-server.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { standIn } from "./stand-in.ts";

type Reply = { readonly status?: number; readonly body?: string } | "silence" | undefined;

/** A store in memory. `instead` answers in its place. */
async function storeWith(objects: Record<string, string>, instead?: (asked: IncomingMessage) => Reply) {
  const kept = new Map(Object.entries(objects).map(([key, body]) => [`team/${key}`, body]));
  const server = createServer(async (asked, answer) => {
    const body = (await buffer(asked)).toString();
    const reply = instead?.(asked);
    if (reply === "silence") return;
    if (reply) return answer.writeHead(reply.status ?? 200).end(reply.body);
    const { pathname, searchParams } = new URL(asked.url ?? "", "http://store");
    if (searchParams.has("list-type")) return answer.end(list(kept, searchParams));
    const key = decodeURIComponent(pathname).replace("/journal/", "");
    if (asked.method === "PUT") {
      if (kept.has(key)) return answer.writeHead(412).end();
      kept.set(key, body);
      return answer.end();
    }
    return kept.has(key) ? answer.end(kept.get(key)) : answer.writeHead(404).end();
  });
  const port = await onLoopback(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = new URL(`s3://journal/team?endpoint=http://127.0.0.1:${port}`);
  return openS3(s3Address(url, credentials), 2_000);
}

function list(kept: ReadonlyMap<string, string>, asked: URLSearchParams): string {
  const [below, after] = [asked.get("prefix") ?? "", asked.get("start-after") ?? ""];
  const found = [...kept.keys()].filter((key) => key.startsWith(below) && key > after).sort();
  const items = found.map((key) => `<Contents><Key>${key}</Key></Contents>`);
  return `<?xml version="1.0"?>\n<ListBucketResult xmlns="x">${items.join("")}</ListBucketResult>`;
}

const text = formatEvent(sent());
const orders = async (store: LogStore) => [
  ...new Set((await collect(store.readAll(() => true))).map(({ orderId }) => orderId)),
];
const foreign = (key: string) => ({
  position: Number.MAX_SAFE_INTEGER,
  text: `foreign object ${key}`,
  object: key,
});

test("A store that is silent is asked once", async () => {
  let asked = 0;
  const store = await storeWith({}, () => {
    asked++;
    return "silence";
  });
  await expect(store.read("order-1", 0)).rejects.toThrow("did not answer (ETIMEDOUT)");
  expect(asked).toBe(1);
});

test("An entry creates no journal in an empty bucket, and one that is there is proven once", async () => {
  const asked: string[] = [];
  const store = await storeWith({}, ({ method = "" }) => void asked.push(method));
  const create = (position: number) => store.create("order-1", { position, text });
  await expect(create(1)).rejects.toMatchObject({
    code: "journal_not_found",
    remedy: expect.stringContaining("certorder journal init --journal 's3://journal/team?endpoint="),
  });
  expect(asked.splice(0)).toEqual(["GET"]);
  await store.check({ create: true });
  expect(await create(1)).toBe("created");
  asked.splice(0);
  expect(await create(2)).toBe("created");
  expect(asked).toEqual(["PUT"]);
});

test.each([429, 503])("A store that goes on answering %i is called overloaded", async (status) => {
  standIn(timers, "setTimeout", async () => undefined as never);
  const store = await storeWith({}, () => ({ status, body: "<Error><Code>SlowDown</Code></Error>" }));
  await expect(store.read("order-1", 0)).rejects.toMatchObject({
    code: "journal_unavailable",
    message: expect.stringContaining(`its store is overloaded or unavailable (HTTP ${status} SlowDown)`),
    remedy: "Run this again later.",
  });
});

describe("An object in the bucket that is not one of ours", () => {
  test("In the folder of an order, it is a damaged entry of that order only, for every reader", async () => {
    const keys = ["", "0000002", "00000000", "000000001", "readme.txt", "sub/00000002", "0000000x"];
    const strange = Object.fromEntries(keys.map((key) => [`order-1/${key}`, "x"]));
    const store = await storeWith({ "order-1/00000001": text, "order-2/00000001": text, ...strange });
    expect(await orders(store)).toEqual(["order-1", "order-2"]);
    expect(await store.read("order-2", 0)).toEqual([{ position: 1, text }]);
    const entries = await store.read("order-1", 0);
    expect(entries).toHaveLength(keys.length + 1);
    expect(entries).toContainEqual({ position: 1, text });
    for (const key of keys) expect(entries).toContainEqual(foreign(`order-1/${key}`));
    // Also for one that knows the earlier entries.
    expect(await store.read("order-1", 1)).toContainEqual(foreign("order-1/readme.txt"));
  });

  test("In another folder or none, it belongs to no order", async () => {
    const others = ["=ZZ/00000001", "=c3=a9/00000001", "=FF/1", "old_backup/1", "readme.txt", "=41/00000001"];
    const store = await storeWith({
      ...Object.fromEntries(others.map((key) => [key, "x"])),
      "order-1/00000001": text,
      "=C3=A9/00000001": text,
    });
    expect(await orders(store)).toEqual(["é", "order-1"]);
  });

  test("If it is too large, its order has one damaged entry", async () => {
    const store = await storeWith({
      "order-1/00000001": "x".repeat(5 * 1024 * 1024),
      "order-1/00000002": text,
    });
    const entries = await store.read("order-1", 0);
    expect(entries).toContainEqual({ position: 1, text: "too large" });
    expect(entries).toContainEqual({ position: 2, text });
  });
});

describe("An answer that is not S3's", () => {
  const page = "<!DOCTYPE html><html><body>Please log in. <Key>team/order-1/00000001</Key></body></html>";
  const cut = '<?xml version="1.0"?><ListBucketResult><Contents><Key>team/order-1/00000001</Key>';
  const nested = "<html><ListBucketResult></ListBucketResult></html>";

  test.each([
    ["a login page", page],
    ["truncated XML", cut],
    ["a list inside HTML", nested],
    ["nothing", ""],
    ["JSON", "{}"],
    ["5 MiB", "x".repeat(5 * 1024 * 1024)],
  ])("It is an error where a list is expected, never an empty list: %s", async (_, body) => {
    const store = await storeWith({}, () => ({ body }));
    const refusal = {
      code: "journal_unavailable",
      message: expect.stringContaining("does not answer with a list of objects"),
      remedy: expect.stringContaining("endpoint"),
    };
    const [read, list] = [() => store.read("order-1", 0), () => orders(store)];
    for (const ask of [read, list, () => store.exists(), () => store.check({ create: true })])
      await expect(ask()).rejects.toMatchObject(refusal);
  });

  test("does not confirm a write", async () => {
    let isPage = false;
    const store = await storeWith({}, () => (isPage ? { body: page } : undefined));
    await store.check({ create: true });
    expect(await store.create("order-1", { position: 1, text })).toBe("created");
    isPage = true;
    expect(await store.create("order-1", { position: 2, text })).toBe("unclear");
  });

  test("An odd character in a list is passed over", async () => {
    const body =
      "<ListBucketResult><Contents><Key>team/order-1/&#x110000;</Key></Contents></ListBucketResult>";
    const store = await storeWith({}, () => ({ body }));
    expect(await store.read("order-1", 0)).toEqual([foreign("order-1/&#x110000;")]);
  });
});
