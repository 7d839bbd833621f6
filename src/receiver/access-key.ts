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
  // HTTP removes white space around a header. Node reads its bytes as Latin-1 text; the key was sent as UTF-8.
  const expected = accessKeys.map((key) => Buffer.from(key.trim(), "utf8"));
  return (auth) => {
    // Made for each callback: a worker may create a receiver, but no random bytes, before its first request.
    const secret = randomBytes(32);
    // Keyed digests have the same length and reveal nothing.
    const digest = (bytes: Buffer) => createHmac("sha256", secret).update(bytes).digest();
    const presented = digest(Buffer.from(auth, "latin1"));
    return expected.map((key) => timingSafeEqual(digest(key), presented)).includes(true);
  };
}
