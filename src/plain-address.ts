/** A server on all addresses shows IPv4 addresses as IPv6. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}

/** The host of a URL. An IPv6 address is without its brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
