import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Decides whether a callback comes from the service. `auth` is the value of X-CC-Callback-Auth. `body` has the
 * received bytes, for a scheme that signs them.
 */
export type AuthCheck = (auth: string, body: Uint8Array) => boolean | Promise<boolean>;

/** Accepts a header with one of the access keys. Every key is compared in full, so the time reveals nothing about the keys. */
export function accessKeyCheck(accessKeys: readonly string[]): AuthCheck {
  if (accessKeys.length === 0 || accessKeys.some((key) => key.trim() === ""))
    throw new TypeError("A callback receiver needs an access key that is not empty, or a check of its own.");
  // Made with the first callback: a worker may create a receiver, but no random bytes, before its first request.
  let compare: ((auth: Buffer) => boolean) | undefined;
  return (auth) => {
    compare ??= comparison(accessKeys);
    // Node reads header bytes as Latin-1 text. The key was sent as UTF-8.
    return compare(Buffer.from(auth, "latin1"));
  };
}

/** Compares keyed digests, which have the same length and reveal nothing. */
function comparison(accessKeys: readonly string[]): (auth: Buffer) => boolean {
  const secret = randomBytes(32);
  const digest = (bytes: Buffer) => createHmac("sha256", secret).update(bytes).digest();
  // HTTP removes white space around a header.
  const expected = accessKeys.map((key) => digest(Buffer.from(key.trim(), "utf8")));
  return (auth) => {
    const presented = digest(auth);
    return expected.map((key) => timingSafeEqual(key, presented)).includes(true);
  };
}
