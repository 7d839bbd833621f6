import type { ClientOptions } from "../../../src/client/index.ts";
import { CertOrderClient } from "../../../src/client/index.ts";
import type { Journal } from "../../../src/journal/index.ts";
import type { OperationName } from "../../faults/calls.ts";
import type { Opened, Place } from "./protocol.ts";

type Clients = Readonly<Record<OperationName, CertOrderClient>>;

/** Clients that live through the whole soak. */
export function lastingClients(places: Opened["places"], journal: Journal) {
  return {
    plain: forEach(places, (place) => clientAt(place)),
    // Nothing but silence meets these, so that a slow machine cannot be taken for it.
    silent: forEach(places, (place) => clientAt(place, { responseTimeoutMs: 1_000 })),
    journaled: forEach(places, (place) => clientAt(place, { journal })),
  };
}

/** Clients for a stretch: a sandbox has an authority of its own. */
export function secureClients(places: Opened["places"]): Clients {
  return forEach(places, (place) => clientAt(place, { baseUrl: place.httpsUrl, ca: place.caPem }));
}

function forEach(places: Opened["places"], make: (place: Place) => CertOrderClient): Clients {
  return { reissue: make(places.reissue), "callback-test": make(places["callback-test"]) };
}

/** However slow the machine is, nothing but a fault ends a call. */
const patience = { timeoutMs: 600_000, connectTimeoutMs: 300_000, responseTimeoutMs: 300_000 };

function clientAt({ url, credentials }: Place, options: Partial<ClientOptions> = {}): CertOrderClient {
  return new CertOrderClient({ baseUrl: url, ...credentials, env: {}, ...patience, ...options });
}
