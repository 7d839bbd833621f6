import type { Attempt } from "./attempt.ts";

/** The service of this call: its name, if it has one, and its address. */
export interface ServiceRef {
  readonly name: string | undefined;
  readonly address: string;
}

/**
 * The one spelling of a service's name or address. People copy an address with and without its last slash, and a
 * variable with its line end.
 */
export function comparableService(name: string): string {
  return name.trim().toLowerCase().replace(/\/+$/, "");
}

/** The service that settings name. `address` is a URL, in any spelling. */
export function toServiceRef(name: string | undefined, address: string): ServiceRef {
  const { href } = new URL(address);
  return { name: comparableService(name ?? "") || undefined, address: comparableService(href) };
}

/** The recorded name of a service: its name, or its address if it has none. */
export function serviceName({ name, address }: ServiceRef): string {
  return name ?? address;
}

/**
 * An attempt that may have gone to another service. One journal is for one service. Addresses alone do not tell: two
 * may lead to one service, and one to two. The setting `service` tells.
 */
export function attemptElsewhere(attempts: readonly Attempt[], service: ServiceRef): Attempt | undefined {
  const { name, address } = service;
  // A plan may run before the address is known. The apply decides again.
  if (address === "") return undefined;
  const own = serviceName(service);
  const named = attempts.filter((attempt) => attempt.service === own);
  const addresses = new Set([address, ...named.map((attempt) => attempt.address)]);
  return attempts.findLast((attempt) => {
    if (attempt.status === "void" || attempt.service === undefined || attempt.service === own) return false;
    const isNamed = attempt.service !== attempt.address;
    // Before the service got a name, its attempts were recorded with the address alone.
    return !(addresses.has(attempt.address) && (name === undefined || !isNamed));
  });
}
