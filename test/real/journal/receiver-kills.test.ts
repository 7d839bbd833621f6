import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { formatEvent } from "../../../src/journal/event-format.ts";
import { Journal, type JournalEvent } from "../../../src/journal/index.ts";
import { openStore } from "../../../src/journal/stores/address.ts";
import { callbackEvent } from "../../harness/callback-event.ts";
import { newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { inParallel } from "../../harness/in-parallel.ts";
import { done, sent } from "../../harness/journal/events.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { killing, kindOf, stepsIn } from "../../harness/killing.ts";

// A receiver that is killed before each of its steps: an answer of 200 means that the callback is in the journal, and the newest
// certificate is deployed in the end.

/** The status of the answer. Undefined: there was none. */
function callBack(port: number, certificate = "cert-9"): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", "x-cc-callback-auth": "key-1" };
    const outgoing = request({ port, host: "127.0.0.1", method: "POST", headers, agent: false });
    outgoing.on("error", () => resolve(undefined));
    outgoing.on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.end(JSON.stringify(callbackEvent(certificate)));
  });
}

function filledJournal(...more: readonly JournalEvent[]): string {
  const folder = newJournal();
  const path = openStore(`file://${folder}`).log("order-1").title ?? "";
  const events = [sent("a1"), done("a1", "cert-1"), ...more];
  writeFileSync(path, events.map((one) => `${formatEvent(one)}\n`).join(""), { mode: 0o600 });
  return folder;
}

/** Starts a receiver. `at`: it dies before this step, and may have no port. */
async function start(folder: string, { steps = join(newFolder(), "steps"), at, flags = [] }: Start = {}) {
  const args = ["receive", "--port", "0", "--name", "r", "--journal", folder, ...flags];
  const run = startCertorder(args, { env: { CERTORDER_ACCESS_KEY: "key-1", ...killing(steps, { at }) } });
  let text = "";
  run.child.stdout.on("data", (chunk) => (text += chunk));
  // It may die before that.
  await run.prints('"listening"').catch(() => {});
  const [, port] = /"url":"http:[^"]*:(\d+)"/.exec(text) ?? [];
  const end = async () => {
    run.child.kill("SIGTERM");
    await run.ended;
  };
  return { ...run, port: port === undefined ? undefined : Number(port), end };
}

interface Start {
  readonly steps?: string;
  readonly at?: string | undefined;
  readonly flags?: readonly string[];
}

/** Starts a receiver, calls it back once, and ends it. */
async function receive(folder: string, steps: string, at?: string): Promise<number | undefined> {
  const { port, end } = await start(folder, { steps, at });
  const status = port === undefined ? undefined : await callBack(port);
  await end();
  return status;
}

test("A receiver that dies before any of its steps has not answered 200, or the callback is in the journal", async () => {
  const stepsFile = join(newFolder(), "steps");
  expect(await receive(filledJournal(), stepsFile)).toBe(200);
  const steps = stepsIn(stepsFile);
  expect(steps.length).toBeGreaterThan(10);
  const statuses: (number | undefined)[] = [];
  for (const at of steps) {
    const folder = filledJournal();
    const status = await receive(folder, join(newFolder(), "steps"), at);
    statuses.push(status);
    const journal = new Journal(folder);
    const issued = async () => (await journal.callbacks.read("order-1")).issued.length;
    if (status === 200) expect(await issued(), `200, then killed before ${at}`).toBe(1);
    // The service delivers again.
    expect(await receive(folder, join(newFolder(), "steps")), at).toBe(200);
    expect(await issued(), at).toBe(1);
    expect((await journal.history("order-1")).attempts).toMatchObject([{ certificateId: "cert-1" }]);
  }
  expect(statuses).toContain(200);
  expect(statuses).toContain(undefined);
});

/** A journal of two reissues, with a receiver that has deployed nothing yet, and a program that tells what it deploys. */
async function deployment() {
  const folder = filledJournal(sent("a2"), done("a2", "cert-9"));
  const journal = new Journal(folder);
  await journal.init();
  await journal.callbacks.addReceiver("r", { deploys: true });
  const [program, log] = ["deploy", "deployed"].map((name) => join(newFolder(), name)) as [string, string];
  const lines = `echo begin $CERTORDER_CERTIFICATE_ID >> ${log}; sleep 0.1; echo end >> ${log}`;
  writeFileSync(program, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  const read = () => journal.callbacks.read("order-1");
  return {
    folder,
    flags: ["--on-issued", program],
    /** The programs that were started, each with the certificate that it deployed. They do not overlap. */
    programs: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      expect(text).toMatch(/^(?:begin \S+\nend\n)*$/);
      return [...text.matchAll(/begin (\S+)/g)].map(([, certificate]) => certificate);
    },
    isIssued: async (certificate: string) =>
      (await read()).issued.some(({ certificateId }) => certificateId === certificate),
    /** Resolves when the newest certificate is deployed. */
    settled: () =>
      vi.waitFor(async () => {
        const last = (await read()).deployments.at(-1);
        expect(last).toMatchObject({ step: "deployed", certificateId: "cert-9" });
      }, 20_000),
  };
}

type Deployment = Awaited<ReturnType<typeof deployment>>;

/** The newest certificate is called back first, and the previous one late. */
async function callBackBoth(port: number | undefined, { isIssued }: Deployment, what: string): Promise<void> {
  for (const certificate of ["cert-9", "cert-1"])
    if (port !== undefined && (await callBack(port, certificate)) === 200)
      expect(await isIssued(certificate), what).toBe(true);
}

async function expectNewest(order: Deployment, what: string): Promise<void> {
  await order.settled();
  const programs = order.programs();
  expect(programs.at(-1), what).toBe("cert-9");
  expect(programs.slice(programs.indexOf("cert-9")), what).not.toContain("cert-1");
}

/** The steps of a receiver that deploys, without those that only look. The program runs between two of them. */
async function deployingSteps(): Promise<string[]> {
  const order = await deployment();
  const steps = join(newFolder(), "steps");
  const receiver = await start(order.folder, { ...order, steps });
  await callBackBoth(receiver.port, order, "not killed");
  await order.settled();
  await receiver.end();
  return stepsIn(steps).filter((step) => !["readFile", "open r", "stat", "read"].includes(kindOf(step)));
}

test("A receiver that dies before any step of a deployment deploys the newest certificate after its next start", async () => {
  const steps = await deployingSteps();
  expect(steps.filter((step) => step.startsWith("append#")).length).toBeGreaterThan(3);
  await inParallel(2, steps.length, async (index) => {
    const at = steps[index] ?? "";
    const order = await deployment();
    const killed = await start(order.folder, { ...order, at });
    await callBackBoth(killed.port, order, at);
    await Promise.race([killed.ended, order.settled().catch(() => {})]);
    await killed.end();
    const again = await start(order.folder, order);
    await callBackBoth(again.port, order, at);
    await expectNewest(order, at);
    await again.end();
  });
}, 300_000);

test.runIf(process.platform === "linux")(
  "Two receivers with one name and one folder run one program at a time, also while one of them dies",
  async () => {
    const steps = (await deployingSteps()).filter((_, index) => index % 4 === 3);
    await inParallel(2, steps.length, async (index) => {
      const at = steps[index] ?? "";
      const order = await deployment();
      const [killed, other] = await Promise.all([
        start(order.folder, { ...order, at }),
        start(order.folder, order),
      ]);
      await Promise.all([killed, other].map(({ port }) => callBackBoth(port, order, at)));
      await expectNewest(order, at);
      await Promise.all([killed.end(), other.end()]);
      // What a program did whose receiver died, too.
      await expectNewest(order, at);
    });
  },
  300_000,
);
