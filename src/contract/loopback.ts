/** Names and addresses of this machine. Names below localhost do not count: many resolvers ask other machines for them. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}
