import { type Resolution, readResolution } from "../contract/index.ts";
import type { ActionInputs } from "./read-inputs.ts";
import type { RunContext } from "./run-context.ts";

/** What the inputs of a reissue ask for. */
export interface ReissueTask {
  readonly orderId: string;
  /** Without the input, each run has its own key, which its re-runs share. */
  readonly idempotencyKey: string;
  readonly isKeyGiven: boolean;
  /** `history: repository` */
  readonly inRepository: boolean;
  readonly requiresCallback: boolean;
  readonly resolution: Resolution | undefined;
  readonly supersede: string | undefined;
  /** How long to wait for the callback, in the words of the input. */
  readonly wait: string;
}

export function readTask(inputs: ActionInputs, run: RunContext): ReissueTask {
  const key = inputs.own("idempotency-key");
  return {
    orderId: String(inputs.values.order_id),
    idempotencyKey: key || `${run.owner}/${run.repo} run ${run.runId}`,
    isKeyGiven: key !== "",
    inRepository: inputs.own("history") === "repository",
    requiresCallback: inputs.own("require-callback") === "true",
    resolution: readResolution(inputs.own("resolve")),
    supersede: inputs.own("supersede") || undefined,
    wait: inputs.own("wait-until-issued"),
  };
}
