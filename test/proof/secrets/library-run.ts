/** The library with all its secrets, in a process of its own: sends its parent everything that could be printed. */
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidRequestError } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { canaries, encodings, everythingPrintable } from "../../harness/faults/canaries.ts";
import { authority, orderId, rawService, sandboxService } from "../../harness/faults/faulty-service.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import type { BrokenRoute } from "./broken-routes.ts";
import { openBrokenRoutes } from "./broken-routes.ts";
import { echoPlaces as answers, listEchoes } from "./echoes.ts";
import { filesIn } from "./folder.ts";
import { callbackUrl } from "./hostile-service.ts";
import { misplacedCalls, misplacedSettings, pastedKeys } from "./misplaced.ts";
import type { Place } from "./search.ts";

const quick = process.argv[2] === "quick";
const places: Place[] = [];
const failures: string[] = [];
const note = (name: string, ...values: unknown[]) =>
  places.push({ name, content: values.map(everythingPrintable).join("\n") });
const ending = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

await echoes();
await onOtherWays();
await successes();
await mistakes();
await callbacks();
process.send?.({ places, failures }, undefined, undefined, () => process.exit());

async function echoes(): Promise<void> {
  // Every outcome is among these.
  const some = new Set(Object.keys(answers).filter((_, index) => index % 3 === 2));
  for (const { what, printable } of await listEchoes((place) => !quick || some.has(place)))
    places.push({ name: what, content: printable });
}

async function onOtherWays(): Promise<void> {
  await using ways = await openBrokenRoutes();
  const take = async ({ name, ...way }: BrokenRoute, ca?: string) => {
    for (const operation of operations) {
      const { client, events } = clientFor({ options: way }, { ca, maxTries: 2, env: way.env });
      const ending = await call(operation, client, { callbackUrl: callbackUrl("anything") });
      note(`${operation}: ${name}`, ending, ending.error, client, ...events);
    }
  };
  await Promise.all([...ways.dead.map((way) => take(way)), take(ways.open, authority.pem)]);
}

/** What ends well, after a try that did not, with a journal, and what that says when it is asked for again. */
async function successes(): Promise<void> {
  const stage = await sandboxService({ fault: { kind: "status", status: 429, body: "{}", times: 2 } });
  const folder = mkdtempSync(join(tmpdir(), "certorder-secrets-"));
  const journal = new Journal({ dir: folder });
  for (const operation of operations)
    for (const what of ["done", "done, again"]) {
      const { client, events } = clientFor(stage, { journal });
      const ending = await call(operation, client, stage, { idempotencyKey: "a ticket" });
      note(`${operation}: ${what}`, ending, ending.error, client, journal, ...events);
    }
  places.push(...filesIn(folder));
  await stage.close();
}

async function mistakes(): Promise<void> {
  const stage = await rawService(() => {});
  const { client, events } = clientFor(stage);
  const calls = [
    ...misplacedCalls(client),
    ...pastedKeys.map(([, csr]) =>
      client.reissue(orderId, { signHash: "sha256", csr }, { idempotencyKey: "a ticket" }),
    ),
  ];
  const refused = [...(await Promise.all(calls.map(ending))), ...misplacedSettings()];
  for (const [index, error] of refused.entries()) {
    note(`mistake ${index + 1}`, error, ...events);
    if (!(error instanceof InvalidRequestError))
      failures.push(`Mistake ${index + 1} is not refused: ${error}`);
  }
  if (stage.requests() + stage.open() > 0) failures.push("A mistake was sent to the service.");
  await stage.close();
}

/** The receiver of callbacks, with callers who know the key, and with an owner who makes mistakes. */
async function callbacks(): Promise<void> {
  const heard: unknown[] = [];
  const { accessKey } = canaries;
  const receive = nodeReceiver({
    accessKey,
    onEvent: (event) => void heard.push(event),
    onRefused: (refusal) => void heard.push(refusal),
  });
  const server = createServer((request, response) => void receive(request, response));
  const port = await onLoopback(server);
  const url = `http://127.0.0.1:${port}/`;
  const auths = Object.values(encodings).map((encode) => Buffer.from(encode(accessKey)).toString("latin1"));
  for (const auth of auths)
    for (const body of ["{}", JSON.stringify({ action_type: "order" }), "no JSON"]) {
      const headers = { "x-cc-callback-auth": auth, "content-type": "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body });
      heard.push(answer.status, Object.fromEntries(answer.headers), await answer.text());
    }
  server.closeAllConnections();
  server.close();
  note("receiver", ...heard);
}
