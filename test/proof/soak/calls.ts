import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { CertOrderClient, type ClientOptions } from "../../../src/client/index.ts";
import { CertOrderError, type ReissueRequest } from "../../../src/contract/index.ts";
import type { Journal } from "../../../src/journal/index.ts";
import type { Order } from "../../../src/sandbox/index.ts";
import type { OperationName } from "../../harness/faults/calls.ts";
import type { Opened } from "./service.ts";

export interface Call {
  readonly index: number;
  readonly operation: OperationName;
  /** The order, or the address of the callback: by it, the service's side of the call is found. */
  readonly name: string;
  readonly ending: CallResult;
}

export interface CallResult {
  readonly outcome: CertOrderError["outcome"] | "done";
  readonly code?: string;
  readonly certificateId?: string;
  readonly tries: number;
}

/** However slow the machine is, nothing but a fault ends a call. */
const patience = { timeoutMs: 600_000 };

export const maxTries = 3;

export function newClient(
  { url, credentials }: Opened,
  journal: Journal,
  options: Partial<Omit<ClientOptions, "journal">> = {},
): CertOrderClient<Journal> {
  return new CertOrderClient({
    baseUrl: url,
    ...credentials,
    env: {},
    ...patience,
    maxTries,
    ...options,
    journal,
  });
}

/** Each call of a batch has an order of its own. */
export const largestBatch = 2_400;
const signKeyPin = "pin-of-the-soak";
const commonName = "www.example.com";
const csr = readFileSync(new URL("../../../examples/site.csr", import.meta.url), "utf8");
/** To read a signing request takes longer than the rest of a call. */
const hasCsr = (index: number) => index % 50 === 0;

export const orders: readonly Order[] = Array.from({ length: largestBatch }, (_, index) =>
  hasCsr(index)
    ? { id: orderId(index), product: "ssl", commonName, dnsNames: [commonName] }
    : { id: orderId(index), product: "code-signing", signKeyPin },
);

function orderId(index: number): string {
  return `order-${index}`;
}

export function chooseOperation(index: number): OperationName {
  return index % 20 === 19 ? "callback-test" : "reissue";
}

export async function makeCall(
  client: CertOrderClient<Journal>,
  index: number,
  callbackUrl: string,
): Promise<Call> {
  const operation = chooseOperation(index);
  const name = operation === "reissue" ? orderId(index) : `${callbackUrl}/${index}`;
  const request: ReissueRequest = hasCsr(index)
    ? { signHash: "sha256", commonName, csr }
    : { signHash: "sha256", csrFrom: "sign-cloud-csc", signKeyPin };
  const ending =
    operation === "reissue"
      ? client.reissue(name, request, { idempotencyKey: randomUUID() })
      : client.testCallback({ url: name, accessKey: "key-of-the-soak" });
  return { index, operation, name, ending: await ending.catch(failed) };
}

/** Anything but a classified error is a mistake. */
function failed(error: unknown): CallResult {
  if (!CertOrderError.is(error)) throw error;
  const { outcome, code, tries } = error;
  return { outcome, code, tries };
}
