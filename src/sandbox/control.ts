import { isRecord, parseJson } from "../contract/index.ts";
import { type CallbackConfig, readCallbackConfig } from "./accounts.ts";
import type { ServiceAnswer } from "./answers.ts";
import { type Clock, readMove } from "./clock.ts";
import type { ExchangeRecorder } from "./exchanges.ts";
import { type FaultPlan, readFault } from "./faults.ts";
import { type Issuer, readIssuing } from "./issuing.ts";
import { type IssuedOrder, readOrder } from "./orders.ts";
import { decodeSegment } from "./paths.ts";
import type { RequestLog } from "./requests.ts";
import type { Store } from "./store.ts";
import * as read from "./untrusted.ts";

/** The parts of the sandbox that the control API uses. */
export interface Control {
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: FaultPlan;
  readonly requests: RequestLog;
  readonly exchanges: ExchangeRecorder;
  readonly issuer: Issuer;
  /** The account that callbacks are sent for. */
  readonly keyId: string;
  readonly caPem: string;
}

interface ControlCall {
  readonly method: string;
  readonly path: string;
  readonly isFromBrowser: boolean;
  /** Undefined when it was too large. */
  readonly body: Buffer | undefined;
}

export const controlPrefix = "/_sandbox/";

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

type Handler = (control: Control, body: () => unknown, segment: string) => Reply | Promise<Reply>;

/** By method and path. A `*` is one segment, which the handler gets. */
const routes: Readonly<Record<string, readonly [doc: string, handle: Handler]>> = {
  "GET /_sandbox/": [
    "This list.",
    () => ok({ routes: Object.entries(routes).map(([route, [doc]]) => `${route}: ${doc}`) }),
  ],
  "GET /_sandbox/ledger": ["Every reissue that happened.", ({ store }) => ok({ ledger: store.ledger })],
  "GET /_sandbox/requests": [
    "The requests that arrived, and how they were answered.",
    ({ requests }) => ok({ requests: requests.seen }),
  ],
  "GET /_sandbox/state": [
    "The service's name, accounts, orders, pending faults, issuing and clock, without secrets.",
    (control) => ok(state(control)),
  ],
  "GET /_sandbox/ca.pem": ["The sandbox's certificate authority.", ({ caPem }) => ok(caPem)],
  "POST /_sandbox/faults": [
    "Sets up a fault, or a list of them.",
    ({ faults }, body) => {
      const ordered = [body()].flat().map(readFault);
      for (const fault of ordered) faults.add(fault);
      return { status: 201, body: { faults: faults.pending } };
    },
  ],
  "DELETE /_sandbox/faults": [
    "Removes all faults that have not happened yet.",
    ({ faults }) => {
      faults.clear();
      return ok({ faults: [] });
    },
  ],
  "PUT /_sandbox/accounts/*/callback": [
    "Saves an account's callback configuration: url, accessKey (default: the saved one), disabled, enabledActions.",
    ({ store }, body, keyId) => {
      const given = body();
      const accessKey = store.account(keyId)?.callback?.accessKey;
      // Nothing shows the key, so a page cannot send it back.
      const config = isRecord(given) && accessKey !== undefined ? { accessKey, ...given } : given;
      return setCallback(store, keyId, readCallbackConfig(config, "callback"));
    },
  ],
  "DELETE /_sandbox/accounts/*/callback": [
    "Removes an account's callback configuration.",
    ({ store }, _body, keyId) => setCallback(store, keyId, undefined),
  ],
  "PUT /_sandbox/issuing": [
    "Says how the service calls back after the reissues from now on: callback, delayMs, certificate, accessKey.",
    ({ issuer }, body) => {
      const issuing = readIssuing(body(), "issuing");
      issuer.set(issuing);
      return ok(issuing);
    },
  ],
  "POST /_sandbox/callbacks": [
    "Sends the callback order:issued of an order now, once: orderId, certificateId (default: the order's certificate).",
    triggerCallback,
  ],
  "POST /_sandbox/callbacks/*/again": ["Sends a callback that the page shows once more.", sendAgain],
  "GET /_sandbox/orders/*": [
    "An order, and its reissues.",
    ({ store }, _body, orderId) => {
      const order = store.order(orderId);
      if (!order) return noOrder;
      return ok({
        order: withoutPin(order),
        ledger: store.ledger.filter((entry) => entry.orderId === orderId).slice(-mostShown),
      });
    },
  ],
  "GET /_sandbox/clock": ["The service's time, and how far it is ahead.", ({ clock }) => ok(clock.show())],
  "POST /_sandbox/clock": [
    "Moves the clock forward: forwardMs.",
    ({ clock }, body) => {
      clock.moveForward(readMove(body(), "clock"));
      return ok(clock.show());
    },
  ],
  "POST /_sandbox/orders": [
    "Adds an order: id, product and what its certificate says.",
    ({ store }, body) => {
      const order = readOrder(body(), "order");
      if (store.order(order.id)) return problem(409, "There is an order with this id already.");
      return { status: 201, body: { id: order.id, certificateId: store.addOrder(order).certificateId } };
    },
  ],
};

export async function answerControl(control: Control, call: ControlCall): Promise<ServiceAnswer> {
  return render(await reply(control, call));
}

async function reply(control: Control, { method, path, isFromBrowser, body }: ControlCall): Promise<Reply> {
  // Web pages can send requests here too, but always with an Origin header.
  if (isFromBrowser) return problem(403, "The control API does not answer web pages.");
  if (!body) return problem(413, "The body is too large.");
  const found = Object.entries(routes).flatMap(([route, [, handle]]) => {
    const [takes, pattern = ""] = route.split(" ");
    const segment = matchSegment(pattern, path);
    return segment === undefined ? [] : [{ takes, handle, segment }];
  });
  const route = found.find(({ takes }) => takes === method);
  if (!route)
    return found.length > 0 ? problem(405, "Another method is needed.") : problem(404, "No such path.");
  try {
    const reply = await route.handle(control, () => json(body), route.segment);
    if (method !== "GET") control.exchanges.sayChanged();
    return reply;
  } catch (error) {
    if (error instanceof read.Malformed) return problem(400, error.message);
    throw error;
  }
}

/** The segment at the `*` of a pattern, "" for a pattern without one. Undefined if the path does not match. */
function matchSegment(pattern: string, path: string): string | undefined {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return path === before ? "" : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const segment = path.slice(before.length, path.length - after.length);
  return segment === "" || segment.includes("/") ? undefined : decodeSegment(segment);
}

function setCallback(store: Store, keyId: string, config: CallbackConfig | undefined): Reply {
  if (!store.account(keyId)) return problem(404, "There is no account with this key id.");
  store.setCallback(keyId, config);
  return ok({ keyId, configured: config !== undefined });
}

/** Reissues of one order that are shown. */
const mostShown = 500;

const noOrder = problem(404, "There is no order with this id.");

const readTrigger = read.object<{ readonly orderId: string; readonly certificateId?: string | undefined }>({
  orderId: read.string,
  certificateId: read.optional(read.string),
});

async function triggerCallback({ store, issuer, keyId }: Control, body: () => unknown): Promise<Reply> {
  const { orderId, certificateId } = readTrigger(body(), "callback");
  const order = store.order(orderId);
  if (!order) return noOrder;
  const config = store.account(keyId)?.callback;
  if (!config) return problem(409, `The account ${keyId} has no callback configuration.`);
  const refusal = await issuer.trigger(config, orderId, certificateId ?? order.certificateId);
  return ok({
    orderId,
    certificateId: certificateId ?? order.certificateId,
    delivered: refusal === undefined,
    ...refusal,
  });
}

async function sendAgain(control: Control, _body: () => unknown, seq: string): Promise<Reply> {
  const { exchanges, issuer, store, keyId } = control;
  const callback = exchanges.callback(Number(seq));
  if (!callback) return problem(404, "There is no callback with this number any more.");
  const refusal = await issuer.sendAgain(callback, store.account(keyId)?.callback);
  return ok({ delivered: refusal === undefined, ...refusal });
}

function withoutPin(order: IssuedOrder): object {
  return { ...order, signKeyPin: undefined, hasCloudHeldKey: order.signKeyPin !== undefined };
}

function state({ store, clock, faults, issuer }: Control): object {
  return {
    service: store.service,
    accounts: store.accounts.map(({ keyId, kind, callback }) => ({
      keyId,
      kind,
      callback: callback && { ...callback, accessKey: undefined },
    })),
    orders: store.orders.map(withoutPin),
    faults: faults.pending,
    issuing: issuer.issuing,
    clock: clock.show(),
  };
}

function json(body: Buffer): unknown {
  const value = parseJson(body);
  if (value === undefined) throw new read.Malformed("The body must be JSON.");
  return value;
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function problem(status: number, message: string): Reply {
  return { status, body: { message } };
}

/** Sends text unchanged, everything else as JSON. */
function render({ status, body }: Reply): ServiceAnswer {
  const text = typeof body === "string";
  return {
    status,
    headers: { "content-type": text ? "application/x-pem-file" : "application/json" },
    body: text ? body : `${JSON.stringify(body, undefined, 2)}\n`,
    code: String(status),
  };
}
