import { inRepository, parseDuration, type Resolution, readResolution } from "../contract/index.ts";
import { type ImportStatement, recordRequest } from "../journal/index.ts";
import type { ActionInputs } from "./read-inputs.ts";
import { readImport } from "./reissue-inputs.ts";

/** What the inputs of a reissue ask for. */
export interface ReissueTask {
  readonly orderId: string;
  readonly idempotencyKey: string | undefined;
  readonly maxAgeMs: number | undefined;
  /** `journal: repository` */
  readonly inRepository: boolean;
  readonly requiresCallback: boolean;
  readonly resolution: Resolution | undefined;
  readonly imported: (ImportStatement & { readonly asLatest: boolean }) | undefined;
  readonly supersede: string | undefined;
  /** How long to wait for the callback, in the words of the input. */
  readonly wait: string;
}

export function readTask(inputs: ActionInputs): ReissueTask {
  const { own, values } = inputs;
  return {
    orderId: String(values.order_id),
    idempotencyKey: own("idempotency-key") || undefined,
    maxAgeMs: parseDuration(own("max-age")),
    inRepository: own("journal") === inRepository,
    requiresCallback: own("require-callback") === "true",
    resolution: readResolution(own("resolve")),
    imported: own("import") === "" ? undefined : readImported(inputs),
    supersede: own("supersede") || undefined,
    wait: own("wait-until-issued"),
  };
}

/** The request of the step, if it has one, is the one that made the certificate. */
function readImported({ own, values }: ActionInputs): ReissueTask["imported"] {
  const { orderId, certificateId, issuedAt, asLatest } = readImport(values, own("import"));
  return {
    certificateId,
    asLatest,
    issuedAt: issuedAt ?? undefined,
    ...(values.sign_hash !== undefined && recordRequest(orderId, values)),
  };
}
