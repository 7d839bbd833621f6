/** The library with all its secrets, in a process of its own: sends its parent everything that could be printed. */
import type { ClientOptions } from "../../../src/client/index.ts";
import { InvalidInputError } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { call, clientFor, type OperationName, operations } from "../../harness/faults/calls.ts";
import { canaries, everythingPrintable } from "../../harness/faults/canaries.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import { authority, orderId, rawService, sandboxService } from "../../harness/faults/faulty-service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { type BrokenRoute, openBrokenRoutes } from "./broken-routes.ts";
import { callbackUrl, cells, startHostileService } from "./hostile-service.ts";
import { filesIn, type Place } from "./search.ts";

const quick = process.argv[2] === "quick";
const places: Place[] = [];
const failures: string[] = [];
const note = (name: string, ...values: unknown[]) =>
  places.push({ name, content: values.map(everythingPrintable).join("\n") });

async function noteCall(
  name: string,
  operation: OperationName,
  stage: Pick<FaultyService, "options" | "callbackUrl">,
  options: Partial<ClientOptions>,
): Promise<void> {
  const { client, events } = clientFor(stage, options);
  const ending = await call(operation, client, stage);
  note(name, ending, ending.error, client, ...events);
}

/** Both operations at a service that echoes, once for each of its ways to do so. */
async function echoes(): Promise<void> {
  const service = await startHostileService();
  const baseUrl = `http://127.0.0.1:${service.port}`;
  const calls = cells(quick).flatMap((cell) =>
    operations.map(async (operation) => {
      const stage = { options: { baseUrl }, callbackUrl: callbackUrl(cell) };
      // The service reads in a header how to answer.
      await noteCall(`${operation}: ${cell}`, operation, stage, { keyId: cell, timeoutMs: 10_000 });
    }),
  );
  await Promise.all(calls);
  await service.close();
}

async function onOtherWays(): Promise<void> {
  await using ways = await openBrokenRoutes();
  const take = async ({ name, baseUrl, env }: BrokenRoute, ca?: string) => {
    for (const operation of operations)
      await noteCall(`${operation}: ${name}`, operation, elsewhere(baseUrl), { ca, env, maxTries: 2 });
  };
  await Promise.all([...ways.dead.map((way) => take(way)), take(ways.open, authority.pem)]);
}

const elsewhere = (baseUrl: string) => ({ options: { baseUrl }, callbackUrl: callbackUrl("anything") });

/** What ends well, after a try that did not, with a journal, and what that says when it is asked for again. */
async function successes(): Promise<void> {
  const stage = await sandboxService({ fault: { kind: "status", status: 429, body: "{}", times: 2 } });
  const folder = newJournal();
  const journal = new Journal(folder);
  for (const operation of operations)
    for (const what of ["done", "done, again"])
      await noteCall(`${operation}: ${what}`, operation, stage, { journal });
  note("journal", journal);
  places.push(...filesIn(folder));
  await stage.close();
}

/** Secrets where they are not allowed. Each has to be refused before anything is sent. */
async function mistakes(): Promise<void> {
  const stage = await rawService(() => {});
  const { client, events } = clientFor(stage);
  const { authKey, accessKey, signKeyPin, privateKey } = canaries;
  const reissue = (request: object, idempotencyKey = "ticket-1") =>
    client.reissue(orderId, { signHash: "sha256", ...request }, { idempotencyKey });
  const calls = [
    () => reissue({ signKeyPin }),
    () => reissue({ signKeyPin: [signKeyPin] }),
    () => reissue({ validityDays: signKeyPin }),
    () => reissue({ sign_pin: signKeyPin }),
    // A secret that was pasted as the key.
    () => reissue({ csrFrom: "sign-cloud-csc" }, `${signKeyPin}\n`),
    // A private key where the signing request belongs, as people paste it.
    () => reissue({ csr: privateKey }),
    () => reissue({ csr: privateKey.split("\n").slice(1).join("\n") }),
    () => reissue({ csr: privateKey.replaceAll("PRIVATE KEY", "CERTIFICATE REQUEST") }),
    () => reissue({ csr: privateKey.replaceAll("\n", "") }),
    () => client.testCallback({ accessKey: accessKey.repeat(20) }),
    () => client.testCallback({ accessKey: { key: accessKey } } as never),
    () => client.testCallback({ url: `https://user:${encodeURIComponent(accessKey)}@example.test/` }),
    async () => clientFor(elsewhere("http://service.example.test"), { authKey: `${authKey}\n` }),
    async () => clientFor(elsewhere(`https://u:${authKey}@service.example.test`)),
  ];
  for (const [index, attempt] of calls.entries()) {
    const error = await attempt().catch((problem: unknown) => problem);
    note(`mistake ${index + 1}`, error, ...events);
    if (!(error instanceof InvalidInputError)) failures.push(`Mistake ${index + 1} is not refused: ${error}`);
  }
  if (stage.requests() + stage.open() > 0) failures.push("A mistake was sent to the service.");
  await stage.close();
}

await echoes();
await onOtherWays();
await successes();
await mistakes();
process.send?.({ places, failures }, undefined, undefined, () => process.exit());
