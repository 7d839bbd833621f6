import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Fault, type FaultKind, type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { callbackTestRequest, requestText, sendRaw, sendRequest } from "../../harness/sandbox/raw-client.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.clearFaults());

const head200 = /^HTTP\/1\.1 200 OK\r\n/;

/** What each fault looks like from outside: the text, how the connection ends, and whether the reissue happened. */
const expected: Record<FaultKind, { fault?: Partial<Fault>; text: RegExp; ending: string; effect: boolean }> =
  {
    refuse: { text: /^$/, ending: "ECONNRESET", effect: false },
    "reset-before-reading": { text: /^$/, ending: "ECONNRESET", effect: false },
    hang: { text: /^$/, ending: "silence", effect: false },
    "reset-after-processing": { text: /^$/, ending: "ECONNRESET", effect: true },
    "close-after-processing": { text: /^$/, ending: "end", effect: true },
    "cut-headers": { text: /^HTTP\/1\.1 200 OK\r\nContent-Type: applica$/, ending: "end", effect: true },
    "half-a-body": { text: /content-length: 60\r\n\r\n.{30}$/, ending: "end", effect: true },
    "empty-body": { text: /content-length: 0\r\n.*\r\n\r\n$/s, ending: "end", effect: true },
    "invalid-json": { text: /content-length: 59\r\n.*"code":"success"$/s, ending: "end", effect: true },
    "huge-body": {
      fault: { bytes: 100_000 },
      text: /x{1000}.*"code":"success"}/s,
      ending: "end",
      effect: true,
    },
    "slow-bytes": { fault: { everyMs: 1 }, text: /"code":"success"}$/, ending: "end", effect: true },
    garbage: { text: /^\0\x01\x02/, ending: "end", effect: true },
    "wrong-content-type": { text: /content-type: text\/html.*<!doctype html>/s, ending: "end", effect: true },
    "no-certificate-id": {
      text: /{"data":{"certificate":{}},"code":"success"}$/,
      ending: "end",
      effect: true,
    },
    status: {
      fault: { status: 503, headers: { "retry-after": "7" }, body: "busy" },
      text: /^HTTP\/1\.1 503 .*retry-after: 7\r\n.*\r\n\r\nbusy$/s,
      ending: "end",
      effect: false,
    },
  };

for (const scheme of ["http", "https"] as const)
  describe(`Over ${scheme}`, () => {
    for (const [kind, { fault, text, ending, effect }] of Object.entries(expected))
      test(`The fault ${kind} strikes once, ${effect ? "after" : "without"} the reissue`, async () => {
        const base = scheme === "http" ? sandbox.url : sandbox.httpsUrl;
        const before = sandbox.ledger.length;
        sandbox.addFault({ kind: kind as FaultKind, ...fault });
        const sent = sendRaw(base, requestText(base), { ca: sandbox.caPem });
        if (ending === "silence") await seenWith(kind);
        else {
          const result = await sent;
          expect(result.text).toMatch(text);
          expect(result.ending).toBe(ending);
        }
        expect(sandbox.ledger).toHaveLength(before + (effect ? 1 : 0));
        expect(await sendRaw(base, requestText(base), { ca: sandbox.caPem })).toMatchObject({
          text: expect.stringMatching(head200),
          ending: "end",
        });
      });
  });

describe("A fault", () => {
  test("can be ordered with or without the effect of the reissue", async () => {
    const before = sandbox.ledger.length;
    sandbox.addFault({ kind: "status", status: 502, effect: true });
    expect((await sendRequest(sandbox)).status).toBe(502);
    expect(sandbox.ledger).toHaveLength(before + 1);
    sandbox.addFault({ kind: "wrong-content-type", effect: false });
    expect((await sendRequest(sandbox)).status).toBe(200);
    sandbox.addFault({ kind: "half-a-body", effect: false });
    expect((await sendRequest(sandbox)).status).toBe(503);
    sandbox.addFault({ kind: "hang", effect: true });
    void sendRaw(sandbox.url, requestText(sandbox.url));
    await seenWith("hang");
    expect(sandbox.ledger).toHaveLength(before + 2);
  });

  test("waits for its turn and comes as often as ordered", async () => {
    sandbox.addFault({ kind: "status", status: 500, after: 1, times: 2 });
    const statuses = [];
    for (let request = 0; request < 4; request++) statuses.push((await sendRequest(sandbox)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  });

  test("counts every request, also one that another fault gets", async () => {
    sandbox.addFault({ kind: "status", status: 501 });
    sandbox.addFault({ kind: "status", status: 502, after: 1 });
    sandbox.addFault({ kind: "status", status: 503 });
    const statuses = [];
    for (let request = 0; request < 4; request++) statuses.push((await sendRequest(sandbox)).status);
    expect(statuses).toEqual([501, 502, 503, 200]);
  });

  test("leaves the other operation alone", async () => {
    sandbox.addFault({ kind: "status", status: 500, operation: "callback-test" });
    expect((await sendRequest(sandbox)).status).toBe(200);
    expect((await sendRequest(sandbox, callbackTestRequest({}))).status).toBe(500);
  });

  test("is seen among the requests", async () => {
    sandbox.addFault({ kind: "reset-after-processing" });
    await sendRequest(sandbox);
    const seen = sandbox.requests.at(-1);
    expect(seen).toMatchObject({ fault: "reset-after-processing", code: "success" });
    expect(seen?.certificateId).toBe(sandbox.ledger.at(-1)?.certificateId);
    expect(seen?.status).toBeUndefined();
  });

  test("that makes no sense is refused when it is ordered", () => {
    const wrong: Fault[] = [
      { kind: "explode" as FaultKind },
      { kind: "status" },
      { kind: "status", status: 99 },
      { kind: "status", status: 500, headers: { "bad name": "x" } },
      { kind: "status", status: 500, headers: { name: "line\nbreak" } },
      { kind: "hang", times: 0 },
      { kind: "refuse", operation: "reissue" },
    ];
    for (const fault of wrong) expect(() => sandbox.addFault(fault)).toThrow(/fault|refused/);
  });
});

test("A sandbox with a hanging and a slow request closes at once", async () => {
  const doomed = await startSandbox({ httpsPort: false });
  doomed.addFault({ kind: "hang" });
  doomed.addFault({ kind: "slow-bytes", everyMs: 60_000 });
  const hanging = sendRaw(doomed.url, requestText(doomed.url));
  const slow = sendRaw(doomed.url, requestText(doomed.url));
  await until(() => doomed.requests.filter(({ code }) => code !== undefined).length === 2);
  await doomed.close();
  expect((await hanging).text).toBe("");
  expect((await slow).text).not.toContain("success");
});

function seenWith(kind: string): Promise<void> {
  return until(() => {
    const seen = sandbox.requests.at(-1);
    return seen?.fault === kind && seen.code !== undefined;
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
