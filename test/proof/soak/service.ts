/**
 * The service of the soak, in a process of its own. A sandbox keeps every reissue in its ledger, as it should, and so lives for
 * one stretch: what it leaves behind shows.
 */
import { createServer } from "node:https";
import { type Fault, type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { orders } from "./calls.ts";
import { sample } from "./measure.ts";

/** Something that really happened: a reissue in the ledger, or a callback that arrived. */
export interface Effect {
  readonly name: string;
  readonly certificateId?: string;
}

const callbackHost = "callback.example.test";
let delivered: Effect[] = [];
const receiver = createServer((request, response) => {
  delivered.push({ name: `${callbackUrl}${request.url}` });
  request.resume();
  response.end();
});
const callbackUrl = `https://${callbackHost}:${await onLoopback(receiver)}`;

let sandbox: Sandbox;
let requests = 0;
let reissues = 0;

const service = {
  /** Opens a new sandbox, at the port of the one before, so that a client can outlive it. */
  async open(port: number) {
    sandbox = await startSandbox({
      orders,
      port,
      rateLimit: { requests: 1_000_000, perSeconds: 1 },
      allowPrivateCallbacks: true,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    receiver.setSecureContext(sandbox.issueCertificate([callbackHost]));
    [requests, reissues] = [0, 0];
    const { url, httpsUrl, caPem, credentials } = sandbox;
    return { url, httpsUrl, caPem, credentials, callbackUrl };
  },
  async order(faults: readonly Fault[]) {
    for (const fault of faults) sandbox.addFault(fault);
  },
  async tell() {
    const seen = sandbox.requests.filter(({ seq }) => seq > requests);
    const made = sandbox.ledger.slice(reissues);
    const effects = [
      ...made.map(({ orderId: name, certificateId }): Effect => ({ name, certificateId })),
      ...delivered,
    ];
    requests = seen.at(-1)?.seq ?? requests;
    reissues += made.length;
    delivered = [];
    return {
      effects,
      seen: seen.map(({ orderId, body, fault, status, code }) => ({
        // Absent when the request was not read.
        name: orderId ?? (body?.url as string | undefined),
        fault,
        status,
        carriedOut: code === "success",
      })),
    };
  },
  async close() {
    await sandbox.close();
    return sample();
  },
};

export type Service = typeof service;
export type Opened = Awaited<ReturnType<Service["open"]>>;
export type Told = Awaited<ReturnType<Service["tell"]>>;
export type SeenRequest = Told["seen"][number];

process.on("message", async ({ name, argument }: { name: keyof Service; argument: never }) => {
  process.send?.({ answer: await service[name](argument) });
});
process.once("disconnect", () => process.exit());
