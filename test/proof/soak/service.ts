/**
 * The service of the soak, in a process of its own. The sandbox for callback tests lives as long as the process. The one
 * for reissues keeps every reissue in its ledger, as it should, and so lives for a stretch: what it leaves behind shows.
 */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createServer } from "node:https";
import { authHeaders, callbackTestOperation, encode } from "../../../src/contract/index.ts";
import type { Sandbox, SandboxOptions } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { inParallel } from "../../harness/in-parallel.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { orders } from "./calls.ts";
import { sample } from "./measure.ts";
import type { Effect, Place, SeenRequest, Service } from "./protocol.ts";

/** A sandbox remembers no more of them. */
const rememberedRequests = 10_000;

const common: SandboxOptions = {
  rateLimit: { tests: 1_000_000, perSeconds: 1 },
  allowPrivateCallbacks: true,
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
};
const callbackHost = "callback.example.test";
const tests = watched(await startSandbox({ ...common, orders: [] }));
let reissues = tests;

let delivered: Effect[] = [];
const receiver = createServer(tests.sandbox.issueCertificate([callbackHost]), (request, response) => {
  delivered.push({ name: `${callbackUrl}${request.url}` });
  request.resume();
  response.end();
});
const port = await onLoopback(receiver);
const callbackUrl = `https://${callbackHost}:${port}`;

const service: Service = {
  async fill() {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    await inParallel(8, rememberedRequests, (index) => refusedTest(agent, index));
    agent.destroy();
    // They are no calls of the soak.
    tests.newRequests();
  },
  async open(port) {
    reissues = watched(await startSandbox({ ...common, orders, port }));
    return {
      places: { reissue: placeOf(reissues.sandbox), "callback-test": placeOf(tests.sandbox) },
      callbackUrl,
    };
  },
  async order(faults) {
    for (const { operation, fault } of faults)
      (operation === "reissue" ? reissues : tests).sandbox.fault(fault);
  },
  async tell() {
    const effects = [...reissues.newEffects(), ...delivered];
    delivered = [];
    return { seen: [...reissues.newRequests(), ...tests.newRequests()], effects };
  },
  async close() {
    await reissues.sandbox.close();
    reissues = tests;
    return sample();
  },
};

/** A callback test like the others, but for an address that is refused without being tried. */
async function refusedTest(agent: Agent, index: number): Promise<void> {
  const { url, credentials } = tests.sandbox;
  const { method, path, body } = encode(callbackTestOperation, {
    url: `${callbackUrl.replace("https", "http")}/${index}`,
    access_key: "key-of-the-soak",
  });
  const headers = {
    [authHeaders.keyId]: credentials.keyId,
    [authHeaders.authKey]: credentials.authKey,
    "content-type": "application/json",
  };
  const [response] = await once(
    request(url + path, { method, headers, agent }).end(JSON.stringify(body)),
    "response",
  );
  await once(response.resume(), "end");
}

/** Tells of each request and each entry of the ledger once. */
function watched(sandbox: Sandbox) {
  let requests = 0;
  let entries = 0;
  return {
    sandbox,
    newRequests(): SeenRequest[] {
      const fresh = sandbox.requests.filter(({ seq }) => seq > requests);
      requests = fresh.at(-1)?.seq ?? requests;
      return fresh.map(({ orderId, body, fault, status, code }) => ({
        name: orderId ?? (body?.url as string | undefined),
        fault,
        status,
        carriedOut: code === "success",
      }));
    },
    newEffects(): Effect[] {
      const fresh = sandbox.ledger.slice(entries);
      entries += fresh.length;
      return fresh.map(({ orderId, certificateId }) => ({ name: orderId, certificateId }));
    },
  };
}

function placeOf({ url, httpsUrl, caPem, credentials }: Sandbox): Place {
  return { url, httpsUrl, caPem, credentials };
}

process.on("message", async ({ name, argument }: { name: keyof Service; argument: never }) => {
  process.send?.({ answer: await service[name](argument) });
});
process.once("disconnect", () => process.exit());
