import { parseJson } from "../contract/index.ts";
import { type CallbackConfig, readCallbackConfig } from "./accounts.ts";
import type { ServiceAnswer } from "./answers.ts";
import { type FaultPlan, readFault } from "./faults.ts";
import { type Issuer, readIssuing } from "./issuing.ts";
import { readOrder } from "./orders.ts";
import { decodeSegment } from "./paths.ts";
import type { RequestLog } from "./requests.ts";
import type { Store } from "./store.ts";
import { Malformed } from "./untrusted.ts";

/** The parts of the sandbox that the control API uses. */
export interface Control {
  readonly store: Store;
  readonly faults: FaultPlan;
  readonly requests: RequestLog;
  readonly issuer: Issuer;
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

interface ControlRoute {
  readonly method: string;
  /** The path below the prefix. `*` is one segment, which the handler gets. */
  readonly path: string;
  readonly doc: string;
  handle(control: Control, body: () => unknown, segment: string): Reply;
}

const routes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "",
    doc: "This list.",
    handle: () =>
      ok({ routes: routes.map(({ method, path, doc }) => `${method} ${controlPrefix}${path}: ${doc}`) }),
  },
  {
    method: "GET",
    path: "ledger",
    doc: "Every reissue that happened.",
    handle: ({ store }) => ok({ ledger: store.ledger }),
  },
  {
    method: "GET",
    path: "requests",
    doc: "The requests that arrived, and how they were answered.",
    handle: ({ requests }) => ok({ requests: requests.seen }),
  },
  {
    method: "GET",
    path: "state",
    doc: "The service's name, accounts, orders and pending faults, without secrets.",
    handle: (control) => ok(state(control)),
  },
  {
    method: "GET",
    path: "ca.pem",
    doc: "The sandbox's certificate authority.",
    handle: ({ caPem }) => ok(caPem),
  },
  {
    method: "POST",
    path: "faults",
    doc: "Sets up a fault, or a list of them.",
    handle({ faults }, body) {
      const ordered = [body()].flat().map(readFault);
      for (const fault of ordered) faults.add(fault);
      return { status: 201, body: { faults: faults.pending } };
    },
  },
  {
    method: "DELETE",
    path: "faults",
    doc: "Removes all faults that have not happened yet.",
    handle({ faults }) {
      faults.clear();
      return ok({ faults: [] });
    },
  },
  {
    method: "PUT",
    path: "accounts/*/callback",
    doc: "Saves an account's callback configuration: url, accessKey, disabled, enabledActions.",
    handle: ({ store }, body, keyId) => setCallback(store, keyId, readCallbackConfig(body(), "callback")),
  },
  {
    method: "DELETE",
    path: "accounts/*/callback",
    doc: "Removes an account's callback configuration.",
    handle: ({ store }, _body, keyId) => setCallback(store, keyId, undefined),
  },
  {
    method: "PUT",
    path: "issuing",
    doc: "Says how the service calls back after the reissues from now on: callback, delayMs, certificate, accessKey.",
    handle({ issuer }, body) {
      const issuing = readIssuing(body(), "issuing");
      issuer.set(issuing);
      return ok(issuing);
    },
  },
  {
    method: "POST",
    path: "orders",
    doc: "Adds an order: id, product and what its certificate says.",
    handle({ store }, body) {
      const order = readOrder(body(), "order");
      if (store.order(order.id)) return problem(409, "There is an order with this id already.");
      return { status: 201, body: { id: order.id, certificateId: store.addOrder(order).certificateId } };
    },
  },
];

export function answerControl(control: Control, call: ControlCall): ServiceAnswer {
  return render(reply(control, call));
}

function reply(control: Control, { method, path, isFromBrowser, body }: ControlCall): Reply {
  // Web pages can send requests here too, but always with an Origin header.
  if (isFromBrowser) return problem(403, "The control API does not answer web pages.");
  if (!body) return problem(413, "The body is too large.");
  const below = path.slice(controlPrefix.length);
  const found = routes.filter((route) => matchSegment(route, below) !== undefined);
  const route = found.find((candidate) => candidate.method === method);
  if (!route)
    return found.length > 0 ? problem(405, "Another method is needed.") : problem(404, "No such path.");
  try {
    return route.handle(control, () => json(body), matchSegment(route, below) ?? "");
  } catch (error) {
    if (error instanceof Malformed) return problem(400, error.message);
    throw error;
  }
}

/** The segment at the `*` of a route, "" for a route without one. Undefined if the path does not match. */
function matchSegment(route: ControlRoute, path: string): string | undefined {
  const [before = "", after] = route.path.split("*");
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

function state({ store, faults }: Control): object {
  return {
    service: store.service,
    accounts: store.accounts.map(({ keyId, kind, callback }) => ({
      keyId,
      kind,
      callback: callback && { ...callback, accessKey: undefined },
    })),
    orders: store.orders.map((order) => ({
      ...order,
      signKeyPin: undefined,
      hasCloudHeldKey: order.signKeyPin !== undefined,
    })),
    faults: faults.pending,
  };
}

function json(body: Buffer): unknown {
  const value = parseJson(body);
  if (value === undefined) throw new Malformed("The body must be JSON.");
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
