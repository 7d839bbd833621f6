import { plainAddress } from "../plain-address.ts";

/** Where a callback came from, for a log. */
export interface CallbackSource {
  /** The address that is connected to the server: the sender's, or that of a proxy. Only `nodeReceiver` knows it. */
  readonly source?: string | undefined;
  /** The beginning of the header X-Forwarded-For. A sender may write anything into it. */
  readonly forwardedFor?: string | undefined;
}

export const forwardedForHeader = "x-forwarded-for";

const longestForwardedFor = 200;

export function callbackSource(
  source: string | undefined,
  forwardedFor: string | readonly string[] | null | undefined,
): CallbackSource {
  return {
    source: source && plainAddress(source),
    forwardedFor: forwardedFor == null ? undefined : String(forwardedFor).slice(0, longestForwardedFor),
  };
}
