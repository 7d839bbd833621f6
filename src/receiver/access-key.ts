import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Decides whether a callback comes from the service. `auth` is the value of X-CC-Callback-Auth. `body` has the
 * received bytes, for a scheme that signs them.
 */
export type AuthCheck = (auth: string, body: Uint8Array) => boolean | Promise<boolean>;

/** One key, several keys, or a function that returns the present ones. It is called for each callback. */
export type AccessKey = string | readonly string[] | (() => string | readonly string[]);

/** Accepts a header with one of the access keys. Every key is compared in full, so the time reveals nothing about the keys. */
export function accessKeyCheck(accessKey: AccessKey): AuthCheck {
  const read = typeof accessKey === "function" ? accessKey : () => accessKey;
  if (typeof accessKey !== "function") refuseEmpty(accessKey);
  let used: ReturnType<typeof read> | undefined;
  let compare: ((auth: Buffer) => boolean) | undefined;
  return (auth) => {
    const present = read();
    if (!compare || present !== used) compare = comparison(refuseEmpty(present));
    used = present;
    // Node reads header bytes as Latin-1 text. The key was sent as UTF-8.
    return compare(Buffer.from(auth, "latin1"));
  };
}

function refuseEmpty(given: string | readonly string[]): readonly string[] {
  const keys = typeof given === "string" ? [given] : given;
  if (keys.length === 0 || keys.some((key) => key.trim() === ""))
    throw new TypeError("A callback receiver needs an access key that is not empty, or a check of its own.");
  return keys;
}

/** Compares digests: they have the same length, and the time of a comparison reveals nothing about a key. */
function comparison(accessKeys: readonly string[]): (auth: Buffer) => boolean {
  const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
  // HTTP removes white space around a header.
  const expected = accessKeys.map((key) => digest(Buffer.from(key.trim(), "utf8")));
  return (auth) => {
    const presented = digest(auth);
    return expected.map((key) => timingSafeEqual(key, presented)).includes(true);
  };
}
