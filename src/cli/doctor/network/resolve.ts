import { isIP } from "node:net";
import { bareHost } from "../../../plain-address.ts";
import type { Means } from "../examination.ts";

/** More addresses of a host than this are not looked at. */
const mostAddresses = 8;

/** The addresses of a URL's host. */
export async function resolveHost(
  url: URL,
  { resolve }: Means,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = bareHost(url);
  if (isIP(host) !== 0) return [host];
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  // A lookup cannot be ended. It goes on for as long as this process.
  signal.addEventListener("abort", () => reject(lookupFailure("ETIMEOUT")), { once: true });
  const found = await Promise.race([resolve(host), tooLate]);
  if (found.length === 0) throw lookupFailure("ENOTFOUND");
  return [...new Set(found.map(({ address }) => address))].slice(0, mostAddresses);
}

function lookupFailure(code: string): Error {
  return Object.assign(new Error("no address"), { code });
}

/** Such as `example.com is 203.0.113.7.` */
export function describeAddresses(url: URL, addresses: readonly string[]): string {
  const host = bareHost(url);
  return isIP(host) === 0
    ? `${host} is ${addresses.join(", ")}.`
    : `${host} is an address, and needs no DNS.`;
}

export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === "https:" ? 443 : 80);
}
