import type { IncomingMessage } from "node:http";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import {
  claim,
  isSent,
  preview,
  reissue,
  resourceIntent,
  startClaim,
} from "../../harness/journal/intents.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";
import { OddStore } from "../journal/odd-store.ts";
import { testRaces } from "../journal/races.ts";

const server = await S3Server.start();
const store = await OddStore.start(server.port);
let url: string;
const journal = (env: Record<string, string> = credentials) => new Journal(url, { env });

beforeEach(async () => {
  store.oddity = {};
  url = await server.newJournal(store.port);
});

testRaces("S3", {
  port: server.port,
  newJournal: (port) => server.newJournal(port),
  isWrite: (request) => request.includes("PUT /"),
  async mortal() {
    const mortal = await S3Server.start("disk");
    return { url: await mortal.newJournal(), kill: () => mortal.kill(), restart: () => mortal.run() };
  },
});

describe("An S3 store", () => {
  test("A store that ignores conditions lets nothing be sent", async () => {
    store.oddity = { ignoresConditions: true };
    const refusal = { code: "journal_unavailable", message: expect.stringContaining("overwrites") };
    await expect(journal().init()).rejects.toMatchObject(refusal);
    await expect(claim(journal(), resourceIntent())).rejects.toMatchObject(refusal);
  });

  test.each(["instead", "afterwards"] as const)(
    "A store that answers 409, 429, 500 or 503 to a write (%s) gets each event once",
    async (when) => {
      const statuses = [409, 500, undefined, 429, 503];
      const answer = ({ method }: IncomingMessage) => {
        const status = method === "PUT" && statuses.shift();
        return status ? { status } : undefined;
      };
      store.oddity = { [when]: answer };
      await reissue(journal(), resourceIntent());
      expect(await journal().attempts()).toMatchObject([{ lastEvent: "done" }]);
      expect(statuses).toEqual([]);
    },
  );

  test("A store that always answers 503 lets nothing be sent until that is over", async () => {
    await journal().init();
    const own = journal();
    await own.init();
    const begun = await startClaim(own, resourceIntent());
    expect(begun.decision).toMatchObject({ kind: "send" });
    store.oddity = { instead: ({ method }) => (method === "PUT" ? { status: 503 } : undefined) };
    await expect(begun.claim()).rejects.toMatchObject({
      code: "journal_unavailable",
      message: expect.stringContaining("does not say whether"),
    });
    store.oddity = {};
    expect(await isSent(journal(), resourceIntent())).toBe(true);
  });

  test("A store that answers reads with 503 at first is read again", async () => {
    await reissue(journal(), resourceIntent());
    let left = 3;
    store.oddity = {
      instead: ({ method }) => (method === "GET" && left-- > 0 ? { status: 503 } : undefined),
    };
    expect(await journal().attempts()).toHaveLength(1);
  });

  test("A store that garbles an answer once is read again; one that always does blocks the order", async () => {
    await reissue(journal(), resourceIntent());
    let left = 1;
    const isLine = ({ method, url: path = "" }: IncomingMessage) =>
      method === "GET" && !path.includes("list-type");
    store.oddity = { garbles: (question) => isLine(question) && left-- > 0 };
    expect(await journal().attempts()).toMatchObject([{ lastEvent: "done" }]);
    store.oddity = { garbles: isLine };
    expect(await preview(journal(), resourceIntent())).toMatchObject({
      kind: "blocked",
      blocked: { reason: "damaged" },
    });
  });

  test("A store whose clock is hours off gives all machines the same times", async () => {
    store.oddity = { clockSkewMs: 5 * 3_600_000 };
    expect(await claim(journal(), resourceIntent())).toMatchObject({ kind: "send" });
    const [attempt] = await journal().attempts();
    expect(Date.parse(attempt?.sentAt ?? "") - Date.now()).toBeGreaterThan(4 * 3_600_000);
    await expect(
      journal().resolve({ orderId: "order-1", attemptId: attempt?.attemptId ?? "", certificateId: null }),
    ).rejects.toMatchObject({
      message: expect.stringContaining("may still be in flight"),
    });
  });

  test.each([
    ["NoSuchBucket", 404, "no such bucket"],
    ["AccessDenied", 403, "s3:PutObject, s3:GetObject and s3:ListBucket"],
    ["InvalidAccessKeyId", 403, "does not know the access key"],
    ["SignatureDoesNotMatch", 403, "AWS_SECRET_ACCESS_KEY"],
    ["ExpiredToken", 400, "have expired"],
    ["NotImplemented", 501, "no conditional writes"],
    ["PermanentRedirect", 301, "Correct region in the URL: eu-north-1"],
    ["Odd", 418, "HTTP 418 Odd"],
  ])("a store that answers %s leads to a message with a remedy", async (code, status, text) => {
    store.oddity = { instead: () => ({ status, code, headers: { "x-amz-bucket-region": "eu-north-1" } }) };
    const failure = await journal()
      .init()
      .catch((error: unknown) => error as { message: string; remedy: string; code: string });
    expect(failure).toMatchObject({ code: "journal_unavailable" });
    expect(`${failure?.message} ${failure?.remedy}`).toContain(text);
  });

  test("A store that goes away in the middle lets nothing be sent until it is back", async () => {
    const passing = await S3Server.start("disk");
    url = await passing.newJournal();
    const begun = await startClaim(journal(), resourceIntent());
    expect(begun.decision).toMatchObject({ kind: "send" });
    await passing.kill();
    await expect(begun.claim()).rejects.toMatchObject({
      code: "journal_unavailable",
      outcome: "not-sent",
    });
    await passing.run();
    expect(await isSent(journal(), resourceIntent())).toBe(true);
  });

  test("A server that does not exist, and missing credentials, are named", async () => {
    const refused = (message: string) => ({
      code: "journal_unavailable",
      message: expect.stringContaining(message),
    });
    // No file, no program, and no machine that would be asked for a role.
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    vi.stubEnv("AWS_CONFIG_FILE", "/none");
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/none");
    await expect(journal({}).init()).rejects.toMatchObject(refused("no credentials were found"));
    vi.unstubAllEnvs();
    url = "s3://journal/x?endpoint=http://127.0.0.1:1";
    await expect(journal().init()).rejects.toMatchObject(refused("ECONNREFUSED"));
  });
});
