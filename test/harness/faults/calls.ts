import type {
  AskedReissueOptions,
  ClientEvent,
  ClientOptions,
  ReissueOptions,
} from "../../../src/client/index.ts";
import { CertOrderClient } from "../../../src/client/index.ts";
import { CertOrderError } from "../../../src/contract/index.ts";
import { canaries } from "./canaries.ts";
import { type FaultyService, keyId, newMemoryJournal, orderId } from "./faulty-service.ts";

export const operations = ["reissue", "callback-test"] as const;
export type OperationName = (typeof operations)[number];

export type CallResult =
  | { readonly outcome: "done"; readonly tries: number; readonly error?: never }
  | {
      readonly outcome: CertOrderError["outcome"];
      readonly tries: number;
      readonly error: CertOrderError;
    };

export const ofTypes = (events: readonly ClientEvent[], ...types: readonly ClientEvent["type"][]) =>
  events.filter(({ type }) => types.includes(type));

/** A client that carries the canaries, and its events. */
export function clientFor(service: Pick<FaultyService, "options">, options: Partial<ClientOptions> = {}) {
  const events: ClientEvent[] = [];
  const client = new CertOrderClient({
    authKey: canaries.authKey,
    keyId,
    env: {},
    onEvent: (event) => events.push(event),
    journal: newMemoryJournal(),
    ...service.options,
    ...options,
  });
  return { client, events };
}

/** With a journal, the same call again has the same key. Without a journal there are no keys. */
function keyFor({ journal }: CertOrderClient): ReissueOptions {
  return journal === "none" ? {} : { idempotencyKey: "ticket-canary" };
}

/** Makes the call with every secret that the operation can carry. Anything but a classified error is thrown on. */
export async function call(
  operation: OperationName,
  client: CertOrderClient,
  { callbackUrl: url }: Pick<FaultyService, "callbackUrl">,
  options: ReissueOptions = {},
): Promise<CallResult> {
  const { accessKey, signKeyPin } = canaries;
  const request = { csrFrom: "sign-cloud-csc", signHash: "sha256", signKeyPin };
  try {
    return operation === "reissue"
      ? await client.reissue(orderId, request, { ...keyFor(client), ...options } as AskedReissueOptions)
      : await client.testCallback({ url, accessKey }, options);
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    return { outcome: error.outcome, tries: error.tries, error };
  }
}
