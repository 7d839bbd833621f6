import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { answerPresets, type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { callbackTestRequest, sendRequest } from "../../harness/sandbox/raw-client.ts";

const dayMs = 86_400_000;
const machine = new Date("2026-01-01T00:00:00Z");

/** A sandbox on a machine whose clock stands still. */
async function start(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ httpsPort: false, now: () => machine, ...options });
  onTestFinished(() => sandbox.close());
  const move = (body: unknown) =>
    sendRequest(sandbox, { path: "/_sandbox/clock", body: JSON.stringify(body) });
  const clock = async () => (await sendRequest(sandbox, { method: "GET", path: "/_sandbox/clock" })).json;
  return { sandbox, move, clock };
}

test("The sandbox shows the time of a clock that was moved", async () => {
  const { sandbox, move, clock } = await start();
  expect(await clock()).toEqual({ now: machine.toISOString(), aheadMs: 0 });
  await move({ forwardMs: 60 * dayMs });
  const moved = { now: "2026-03-03T00:00:00.000Z", aheadMs: 61 * dayMs };
  expect((await move({ forwardMs: dayMs })).json).toEqual(moved);
  await sendRequest(sandbox);
  expect(sandbox.ledger).toMatchObject([{ at: moved.now }]);
  expect(sandbox.requests).toMatchObject([{ at: moved.now }]);
});

test.each([
  [{ forwardMs: -1 }],
  [{ forwardMs: 0.5 }],
  [{ forwardMs: "90d" }],
  [{ forwardMs: 40_000 * dayMs }],
  [{ backMs: 1 }],
  [{}],
])("The clock goes forward only, by a time that makes sense: %j is refused", async (body) => {
  const { move, clock } = await start();
  expect((await move(body)).status).toBe(400);
  expect(await clock()).toMatchObject({ aheadMs: 0 });
});

test("The clock stays if the one who is told about the move cannot follow", async () => {
  const { move, clock } = await start({
    onClockMove() {
      throw new Error("The disk is full.");
    },
  });
  expect((await move({ forwardMs: dayMs })).status).toBe(500);
  expect(await clock()).toMatchObject({ aheadMs: 0 });
});

test("A limit of requests is over when the clock has passed it", async () => {
  const { sandbox, move } = await start({ rateLimit: { requests: 1, perSeconds: 60 } });
  const test = async () => (await sendRequest(sandbox, callbackTestRequest(undefined))).status;
  expect([await test(), await test()]).toEqual([400, 429]);
  await move({ forwardMs: 60_000 });
  expect(await test()).toBe(400);
});

test("A client that waits until a date is told one of the machine's clock", async () => {
  const { sandbox, move } = await start({
    answers: answerPresets.nested,
    rateLimit: { requests: 0, perSeconds: 10 },
  });
  await move({ forwardMs: 90 * dayMs });
  const { headers } = await sendRequest(sandbox, callbackTestRequest(undefined));
  const waitMs = Date.parse(headers.get("retry-after") ?? "") - machine.getTime();
  expect(waitMs).toBe(10_000);
});

test("A state file keeps the clock, and certificates for TLS have the machine's time", async () => {
  const stateFile = join(newFolder("certorder-sandbox-"), "state.json");
  const { sandbox: first, move } = await start({ stateFile });
  await move({ forwardMs: 90 * dayMs });
  await first.close();
  const { sandbox, clock } = await start({ stateFile });
  expect(await clock()).toMatchObject({ aheadMs: 90 * dayMs });
  expect(sandbox.clockAheadMs).toBe(90 * dayMs);
  const { validFromDate } = new X509Certificate(sandbox.issueCertificate(["localhost"]).cert);
  expect(validFromDate.getTime()).toBeLessThan(Date.now());
});
