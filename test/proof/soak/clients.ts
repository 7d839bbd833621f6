import type { ClientOptions } from "../../../src/client/index.ts";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import type { OperationName } from "../../harness/faults/calls.ts";
import type { CallMode } from "./chance.ts";
import type { OpenedService, Place } from "./protocol.ts";

export type Clients = Readonly<Record<OperationName, CertOrderClient<Journal>>>;

/** Clients that live through the whole soak. */
export function lifelongClients(places: OpenedService["places"], journal: Journal): Clients {
  return forEach(places, (place) => clientAt(place, { journal }));
}

const optionsIn: Readonly<Record<CallMode, (place: Place) => Partial<Omit<ClientOptions, "journal">>>> = {
  plain: () => ({}),
  secure: ({ httpsUrl: baseUrl, caPem: ca }) => ({ baseUrl, ca }),
  // Nothing but silence meets these, so that a slow machine cannot be taken for it.
  silent: () => ({ responseTimeoutMs: 1_000 }),
};

/** Clients for a batch, with a memory for it: the next batch asks for the same orders, also for those that are open. */
export function batchClients(scene: CallMode, places: OpenedService["places"]): Clients {
  const journal = new Journal({ store: new MemoryStore() });
  return forEach(places, (place) => clientAt(place, { journal, ...optionsIn[scene](place) }));
}

function forEach(places: OpenedService["places"], make: (place: Place) => CertOrderClient<Journal>): Clients {
  return { reissue: make(places.reissue), "callback-test": make(places["callback-test"]) };
}

/** However slow the machine is, nothing but a fault ends a call. */
const patience = { timeoutMs: 600_000, connectTimeoutMs: 300_000, responseTimeoutMs: 300_000 };

/** How often a request is tried, whatever the reason. */
export const maxTries = 3;

function clientAt(
  { url, credentials }: Place,
  options: Partial<ClientOptions<Journal>> & { journal: Journal },
): CertOrderClient<Journal> {
  return new CertOrderClient({ baseUrl: url, ...credentials, env: {}, ...patience, maxTries, ...options });
}
