import { randomBytes } from "node:crypto";
import type { ReissueOptions } from "../client/index.ts";
import { CertOrderError } from "../contract/index.ts";
import { UnresolvedAttemptError } from "../journal/index.ts";
import type { ApplyAnswer, Decided, Diagnostic, KnownConfig } from "../plugin/index.ts";
import { error, hasErrors, warning } from "../plugin/index.ts";
import { fromError } from "./diagnostics.ts";
import { brakes, removals } from "./reissue-refusals.ts";
import { requestOf } from "./reissue-request.ts";
import type { Reissue, ReissueState } from "./reissue-schema.ts";
import { isUnresolved } from "./reissue-schema.ts";
import { expiryEstimate } from "./renewal.ts";
import { waysOut } from "./resolution.ts";
import type { Service } from "./service.ts";

/** Sends a reissue, and says what the state is afterwards. */
export async function send(
  service: Service,
  prior: ReissueState | null,
  planned: Decided<Reissue>,
  config: KnownConfig<Reissue>,
  signal: AbortSignal,
): Promise<ApplyAnswer<Reissue>> {
  const { client } = service;
  const orderId = planned.order_id;
  if (!client)
    return {
      diagnostics: [error("Provider Not Configured", "The provider's settings are still not known.")],
    };
  // What was not known when it was planned is known now.
  const refused = [...brakes(service, orderId), ...removals(prior, planned)];
  if (hasErrors(refused)) return { diagnostics: refused };

  const diagnostics: Diagnostic[] = [];
  const options: ReissueOptions = {
    // Ctrl-C ends waiting and repeating; what was sent is seen through.
    stopSignal: signal,
    triggers: planned.triggers ?? {},
    previousCertificateId: prior?.certificate_id ?? undefined,
    onEvent: (event) => {
      if (event.type === "journal")
        diagnostics.push(
          warning(
            "The Journal Could Not Be Written",
            `${event.error.message} The next reissue of this order will be refused until it is resolved.`,
          ),
        );
    },
  };
  try {
    const { certificateId, attemptId = null } = await client.reissue(
      orderId,
      requestOf(prior, planned, config),
      options,
    );
    const issuedAt = service.now().toISOString();
    return {
      diagnostics: [...diagnostics, ...service.memory.takePassedOver()],
      state: {
        ...inputs(planned),
        id: orderId,
        certificate_id: certificateId,
        previous_certificate_id: prior?.certificate_id ?? null,
        issued_at: issuedAt,
        expires_at_estimate: expiryEstimate(issuedAt, planned.validity_days),
        renewal_due: false,
        last_outcome: "done",
        attempt_id: attemptId,
      },
    };
  } catch (failure) {
    if (!CertOrderError.is(failure)) throw failure;
    return {
      ...afterFailure(failure, prior, planned),
      diagnostics: [...diagnostics, ...service.memory.takePassedOver(), describe(failure, orderId)],
    };
  }
}

function describe(failure: CertOrderError, orderId: string): Diagnostic {
  if (failure instanceof UnresolvedAttemptError) {
    const { attemptId, certificateId, state } = failure.attempt;
    const happened = state === "done" || state === "done-unread";
    return fromError(failure, waysOut(orderId, attemptId, { certificateId, happened }));
  }
  const attemptId = attemptOf(failure);
  return isUnresolved(failure.outcome) && attemptId
    ? fromError(failure, waysOut(orderId, attemptId, { happened: failure.outcome === "done-unread" }))
    : fromError(failure);
}

/**
 * Where nothing happened, nothing is stored: there is no new object, or the old one stays. Where nobody knows, the
 * state says so. An update keeps the prior arguments, so that what was asked for stays visible as a difference.
 */
function afterFailure(
  failure: CertOrderError,
  prior: ReissueState | null,
  planned: Decided<Reissue>,
): Pick<ApplyAnswer<Reissue>, "state"> {
  if (!isUnresolved(failure.outcome)) return {};
  // Without a journal the attempt still needs a name, to which a person's answer can be bound.
  const open = {
    last_outcome: failure.outcome,
    attempt_id: attemptOf(failure) ?? randomBytes(6).toString("hex"),
  };
  if (prior !== null) return { state: { ...prior, ...open } };
  return {
    state: {
      ...inputs(planned),
      id: planned.order_id,
      certificate_id: null,
      previous_certificate_id: null,
      issued_at: null,
      expires_at_estimate: null,
      renewal_due: false,
      ...open,
    },
  };
}

function attemptOf(failure: CertOrderError): string | undefined {
  return (failure as { attemptId?: string }).attemptId;
}

/** The arguments of a plan that is being applied: all of them known. */
function inputs(planned: Decided<Reissue>): ReissueState {
  return planned as ReissueState;
}
