/** Names and addresses of this machine itself. Names below localhost are not among them: many resolvers ask others for those. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}
