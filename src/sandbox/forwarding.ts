import { isLoopback } from "../contract/index.ts";

/** The address of a program on this machine that gets callbacks over plain HTTP. Throws a TypeError if it is not one. */
export function readForwardTo(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== "http:" || !isLoopback(url.hostname) || url.username || url.password)
    throw new TypeError(
      "the address to forward to must be an http:// address of this machine, without a user name.",
    );
  return url;
}
