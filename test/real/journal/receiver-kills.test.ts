import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatEvent } from "../../../src/journal/event-format.ts";
import { Journal } from "../../../src/journal/index.ts";
import { openStore } from "../../../src/journal/stores/address.ts";
import { callbackEvent } from "../../harness/callback-event.ts";
import { newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { done, sent } from "../../harness/journal/events.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { killing, stepsIn } from "../../harness/killing.ts";

// A receiver that is killed before each of its steps: an answer of 200 means that the callback is in the journal.

const event = callbackEvent("cert-9");

/** The status of the answer. Undefined: there was none. */
function callBack(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", "x-cc-callback-auth": "key-1" };
    const outgoing = request({ port, host: "127.0.0.1", method: "POST", headers, agent: false });
    outgoing.on("error", () => resolve(undefined));
    outgoing.on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.end(JSON.stringify(event));
  });
}

function filledJournal(): string {
  const folder = newJournal();
  const path = openStore(`file://${folder}`).log("order-1").title ?? "";
  const events = [sent("a1"), done("a1", "cert-1")];
  writeFileSync(path, events.map((one) => `${formatEvent(one)}\n`).join(""), { mode: 0o600 });
  return folder;
}

/** Starts a receiver, calls it back once, and ends it. `at`: it dies before this step. */
async function receive(folder: string, stepsFile: string, at?: string): Promise<number | undefined> {
  const run = startCertorder(["receive", "--port", "0", "--name", "r", "--journal", folder], {
    env: { CERTORDER_ACCESS_KEY: "key-1", ...killing(stepsFile, { at }) },
  });
  let text = "";
  run.child.stdout.on("data", (chunk) => (text += chunk));
  // It may die before that.
  await run.prints('"listening"').catch(() => {});
  const [, port] = /"url":"http:[^"]*:(\d+)"/.exec(text) ?? [];
  const status = port === undefined ? undefined : await callBack(Number(port));
  run.child.kill("SIGTERM");
  await run.ended;
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
    const issued = async () => (await journal.history("order-1")).issued.length;
    if (status === 200) expect(await issued(), `200, then killed before ${at}`).toBe(1);
    // The service delivers again.
    expect(await receive(folder, join(newFolder(), "steps")), at).toBe(200);
    expect(await issued(), at).toBe(1);
    expect((await journal.history("order-1")).attempts).toMatchObject([{ certificateId: "cert-1" }]);
  }
  expect(statuses).toContain(200);
  expect(statuses).toContain(undefined);
});
