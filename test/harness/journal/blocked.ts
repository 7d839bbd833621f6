import type { Blocked } from "../../../src/journal/index.ts";
import { succeeded } from "./attempts.ts";

type BlockedBy<Reason, Any = Blocked> = Any extends { readonly reason: infer R }
  ? Reason extends R
    ? Any
    : never
  : never;

/** A blocked reissue of order-1. Only what a test names matters. */
export function blockedBy<const R extends Blocked["reason"]>(
  reason: R,
  more: Partial<BlockedBy<R>> = {},
): Blocked {
  const fields = {
    attempt: succeeded("a1", { certificateId: "cert-1", idempotencyKey: "k", process: "host/7/1" }),
    isInFlight: false,
    evidence: [],
    resolutions: [],
    differs: [],
    unknownParts: [],
    unusedKey: reason === "key-used" ? "k-2" : undefined,
    isInFuture: false,
    asked: "supersede",
  };
  return { orderId: "order-1", reason, ...fields, ...more } as unknown as Blocked;
}
