import type { CallbackEvent } from "../contract/index.ts";

/** A callback that is ready to be sent. */
export interface Callback {
  readonly url: URL;
  /** The value of X-CC-Callback-Auth. */
  readonly auth: string;
  readonly event: CallbackEvent;
  /** Why it is sent. A `trigger` is sent by a person. */
  readonly operation: "callback-test" | "issued" | "trigger";
}
