import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { creating, isSent, reissue, soon } from "../../journal/asking.ts";
import { LosingProxy } from "../../journal/losing-proxy.ts";
import { OddStore } from "../../journal/odd-store.ts";
import { raceOfProcesses } from "../../journal/race-of-processes.ts";
import { credentials, S3Server } from "../../journal/s3-server.ts";

const server = await S3Server.start();
const store = await OddStore.start(server.port);
let url: string;
const journal = (env: Record<string, string> = credentials) => new Journal({ url, env });

beforeEach(() => {
  store.oddity = {};
  url = server.newJournal(store.port);
});

describe("processes on one journal in S3", () => {
  test("12 of them, 200 rounds: one is sent in each", async () => {
    const { winners, complaints } = await raceOfProcesses(server.newJournal(), 12, 200);
    expect(winners.map(({ length }) => length)).toEqual(winners.map(() => 1));
    expect(complaints).toEqual([]);
  });

  test("with answers that are lost after the object was made: never two, and all are settled", async () => {
    const proxy = await LosingProxy.start(server.port, (request) => request.includes("PUT /"));
    proxy.oneIn = 4;
    const { winners } = await raceOfProcesses(server.newJournal(proxy.port), 6, 60);
    expect(winners.map(({ length }) => length)).toEqual(winners.map(() => 1));
    // One in four of the two writes that each round has at least. How many more there are, the machine decides.
    expect(proxy.lost).toBeGreaterThanOrEqual(30);
  });

  test("with processes that are killed: never two", async () => {
    const { winners } = await raceOfProcesses(server.newJournal(), 12, 100, async (rivals) => {
      for (const rival of rivals.slice(0, 8)) {
        await sleep(300);
        rival.kill("SIGKILL");
      }
    });
    expect(winners.filter(({ length }) => length > 1)).toEqual([]);
  });

  test("with a server that is killed and comes back: never two, and what was taken is there", async () => {
    const mortal = await S3Server.start("disk");
    const url = mortal.newJournal();
    const { winners, complaints } = await raceOfProcesses(url, 6, 200, async () => {
      for (let kills = 0; kills < 6; kills++) {
        await sleep(500);
        await mortal.kill();
        await mortal.run();
      }
    });
    expect(complaints).not.toEqual([]);
    expect(winners.filter(({ length }) => length > 1)).toEqual([]);
    const attempts = await new Journal({ url, env: credentials }).attempts();
    // Who stands behind the winner may have been cut off before it could say that it sent nothing.
    for (const [round, [winner]] of winners.entries())
      if (winner)
        expect(
          attempts.find(({ orderId, fate }) => orderId === `round-${round}` && fate !== "void"),
        ).toMatchObject({ attemptId: winner });
  });
});

describe("what a reissue costs", () => {
  test("two writes, a list, and a read for each earlier line; the first of a process proves the store once", async () => {
    await reissue(journal(), creating());
    store.questions.splice(0);
    const later = journal();
    await later.check();
    store.questions.splice(0);
    await reissue(later, creating({ what: "B", held: { certificateId: "cert-1" } }));
    const puts = store.questions.filter((question) => question.startsWith("PUT"));
    const lists = store.questions.filter((question) => question.includes("list-type"));
    expect([puts.length, lists.length, store.questions.length]).toEqual([2, 1, 5]);
  });
});

describe("a store that is not as it should be", () => {
  test("ignores conditions: it is refused, and nothing is sent", async () => {
    store.oddity = { ignoresConditions: true };
    const refusal = { code: "journal_unavailable", message: expect.stringContaining("overwrites") };
    await expect(journal().check()).rejects.toMatchObject(refusal);
    const entry = await journal().begin(creating(), soon());
    await expect(entry.sending()).rejects.toMatchObject(refusal);
  });

  test.each([409, 429, 500, 503])(
    "answers %i at first: it is asked again, and one line stands there",
    async (status) => {
      let left = 3;
      store.oddity = { instead: ({ method }) => (method === "PUT" && left-- > 0 ? { status } : undefined) };
      await reissue(journal(), creating());
      expect(await journal().attempts()).toMatchObject([{ state: "done" }]);
    },
  );

  test.each([409, 500, 503])("answers %i after it has done it: one line stands there", async (status) => {
    let puts = 0;
    store.oddity = {
      afterwards: ({ method }) => (method === "PUT" && puts++ % 2 === 0 ? { status } : undefined),
    };
    await reissue(journal(), creating());
    expect(await journal().attempts()).toMatchObject([{ state: "done" }]);
  });

  test("answers 503 for ever: nothing is sent, and it goes on when that is over", async () => {
    await journal().check();
    const own = journal();
    await own.check();
    const entry = await own.begin(creating(), soon());
    store.oddity = { instead: ({ method }) => (method === "PUT" ? { status: 503 } : undefined) };
    await expect(entry.sending()).rejects.toMatchObject({
      ...{ code: "journal_unavailable", message: expect.stringContaining("does not say whether") },
    });
    store.oddity = {};
    expect(await isSent(journal(), creating())).toBe(true);
  });

  test("answers 503 to questions at first: they are put again", async () => {
    await reissue(journal(), creating());
    let left = 3;
    store.oddity = {
      instead: ({ method }) => (method === "GET" && left-- > 0 ? { status: 503 } : undefined),
    };
    expect(await journal().attempts()).toHaveLength(1);
  });

  test("garbles an answer once: it is read again. Always: the order is held back", async () => {
    await reissue(journal(), creating());
    let left = 1;
    const isLine = ({ method, url: path = "" }: IncomingMessage) =>
      method === "GET" && !path.includes("list-type");
    store.oddity = { garbles: (question) => isLine(question) && left-- > 0 };
    expect(await journal().attempts()).toMatchObject([{ state: "done" }]);
    store.oddity = { garbles: isLine };
    await expect(journal().begin(creating(), soon())).rejects.toMatchObject({ code: "unresolved_attempt" });
  });

  test("has a clock that is hours off: all who share it mean the same times", async () => {
    store.oddity = { aheadMs: 5 * 3_600_000 };
    const entry = await journal().begin(creating(), soon());
    await entry.sending();
    const [attempt] = await journal().attempts();
    expect(Date.parse(attempt?.sentAt ?? "") - Date.now()).toBeGreaterThan(4 * 3_600_000);
    await expect(journal().resolve(entry.attemptId, null)).rejects.toMatchObject({
      message: expect.stringContaining("may still be on its way"),
    });
  });

  test("lies about the time from one answer to the next: still one is sent", async () => {
    let hours = 0;
    Object.defineProperty(store.oddity, "aheadMs", { get: () => (hours++ % 7) * 3_600_000 });
    await reissue(journal(), creating());
    expect((await journal().consider(creating())).verdict).toMatchObject({ kind: "answer" });
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
  ])("answers %s: that is said with a remedy, and nothing is sent", async (code, status, told) => {
    store.oddity = { instead: () => ({ status, code, headers: { "x-amz-bucket-region": "eu-north-1" } }) };
    const failure = await journal()
      .check()
      .catch((error: unknown) => error as { message: string; remedy: string; code: string });
    expect(failure).toMatchObject({ code: "journal_unavailable" });
    expect(`${failure?.message} ${failure?.remedy}`).toContain(told);
  });

  test("goes away in the middle: nothing is sent, and it goes on when it is back", async () => {
    const passing = await S3Server.start("disk");
    url = passing.newJournal();
    const entry = await journal().begin(creating(), soon());
    await passing.kill();
    await expect(entry.sending()).rejects.toMatchObject({
      ...{ code: "journal_unavailable", outcome: "not-sent" },
    });
    await passing.run();
    expect(await isSent(journal(), creating())).toBe(true);
  });

  test("is not there", async () => {
    url = "s3://journal/x?endpoint=http://127.0.0.1:1";
    await expect(journal().check()).rejects.toMatchObject({
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

describe("credentials", () => {
  test("may be missing: that is said, and nothing is sent", async () => {
    // No file, no program, and no machine that would be asked for a role.
    const nowhere = {
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_CONFIG_FILE: "/none",
      AWS_SHARED_CREDENTIALS_FILE: "/none",
    };
    for (const [name, value] of Object.entries(nowhere)) process.env[name] = value;
    await expect(journal({}).check()).rejects.toMatchObject({
      ...{ code: "journal_unavailable", message: expect.stringContaining("no credentials were found") },
    });
    for (const name of Object.keys(nowhere)) delete process.env[name];
  });
});
