import { CertOrderError } from "../contract/index.ts";
import { isOnItsWay } from "../journal/index.ts";
import type { Diagnostic, Planned, Resource } from "../plugin/index.ts";
import { error, hasErrors, isKnown, UNKNOWN, warning } from "../plugin/index.ts";
import { fromError, fromIssues } from "./diagnostics.ts";
import { decide } from "./reissue-decision.ts";
import { refusals } from "./reissue-refusals.ts";
import { checkKnown } from "./reissue-request.ts";
import type { Reissue, ReissueState } from "./reissue-schema.ts";
import { isToBeAdopted, isUnresolved, results, schema } from "./reissue-schema.ts";
import { send } from "./reissue-send.ts";
import { acknowledgeStored, closeAttempts, madeBefore, settleStored } from "./reissue-settle.ts";
import { expiryEstimate, isRenewalDue } from "./renewal.ts";
import { waysOut } from "./resolution.ts";
import { openAttempts, type ReissueMemory, type Service } from "./service.ts";

/**
 * An order's certificate, reissued. Nothing that decides about a reissue is kept in private data only: the core loses
 * it when a provider crashes, and does not show it for a tainted object.
 */
export function reissue(memory: ReissueMemory): Resource<Reissue, Service> {
  return {
    schema,

    validate({ config }) {
      const diagnostics = fromIssues(checkKnown(config, new Date()), schema);
      if (isKnown(config.sign_key_pin) && config.sign_key_pin !== null)
        diagnostics.push(
          warning(
            "Access Code in State",
            "sign_key_pin is stored in plan and state files in clear text. Use sign_key_pin_wo, which is not.",
            "sign_key_pin",
          ),
        );
      return { diagnostics };
    },

    // The one call that sees every stored object before anything is planned, without a refresh and tainted too.
    async upgrade({ stored, provider }) {
      const { order_id: orderId, last_outcome: lastOutcome, attempt_id: attemptId, certificate_id } = stored;
      if (typeof orderId === "string") {
        memory.noteStored({
          orderId,
          lastOutcome: String(lastOutcome ?? ""),
          attemptId: String(attemptId ?? ""),
          certificateId: typeof certificate_id === "string" ? certificate_id : undefined,
        });
        if (provider) return { diagnostics: await acknowledgeStored(provider, stored) };
      }
      return undefined;
    },

    // What is adopted is not acknowledged here: the state may still get lost on its way to where it is kept.
    async create({ planned, config, provider, signal }) {
      if (isKnown(planned.certificate_id)) return { state: planned as ReissueState };
      return send(provider, null, planned, config, signal);
    },

    // The service has no way to look a reissue up, so reading settles what people have found out in the meantime.
    async read({ state, provider }) {
      const { state: settled, diagnostics } = await settleStored(provider, state);
      if (settled === null) return { state: null, diagnostics };
      return { state: { ...settled, renewal_due: isRenewalDue(settled, provider.now()) }, diagnostics };
    },

    async update({ planned, prior, config, provider, signal }) {
      if (isKnown(planned.certificate_id)) return { state: planned as ReissueState };
      return send(provider, prior, planned, config, signal);
    },

    // Deliberately nothing at the service: a certificate is not revoked because somebody stops describing it.
    async delete({ prior, provider }) {
      return { diagnostics: await closeAttempts(provider, prior) };
    },

    async modifyPlan({ action, prior, planned, provider }) {
      if (action === "delete") return { diagnostics: [staysValid(prior)] };
      const orderId = planned.order_id;
      const replaces = prior !== null && isKnown(orderId) && prior.order_id !== orderId;
      // The core asks again, without the prior state, for the object that takes its place, and then shows only errors.
      if (replaces)
        return {
          diagnostics: [
            isToBeAdopted(prior)
              ? otherOrder(prior, orderId)
              : announced(provider, null, planned, ["it takes the place of another order"]),
          ],
        };

      const isStored = isKnown(orderId) && memory.stored(orderId ?? "").length > 0;
      const decision = decide(prior, planned, isStored);
      if (decision.kind === "adopt" && prior) return adopted(prior, planned);
      if (decision.kind === "keep" && prior)
        return { planned: kept(prior, planned), diagnostics: stillUnresolved(prior) };
      try {
        const fromBefore = isKnown(orderId) ? await madeBefore(provider, orderId ?? "", prior) : undefined;
        if (fromBefore)
          return {
            planned: { ...fromBefore, ...estimated(fromBefore.issued_at, planned) },
            diagnostics: [takenOver(fromBefore)],
          };
        const diagnostics = await refusals(provider, prior, planned);
        if (prior === null && isKnown(orderId) && !memory.noteCreated(orderId ?? ""))
          diagnostics.push(describedTwice(orderId));
        diagnostics.push(...memory.takePassedOver());
        if (!hasErrors(diagnostics))
          diagnostics.push(
            announced(provider, prior, planned, decision.kind === "reissue" ? decision.reasons : []),
          );
        return { planned: pending(planned), diagnostics };
      } catch (failure) {
        if (!CertOrderError.is(failure)) throw failure;
        return { diagnostics: [fromError(failure)] };
      }
    },

    async import({ id, provider }) {
      const [, orderId, certificateId, date] = /^(.+)\/([^/@]+)(?:@(.+))?$/.exec(id) ?? [];
      const issuedAt = date === undefined ? null : pastDate(date, provider.now());
      if (!orderId || !certificateId || issuedAt === undefined)
        return {
          diagnostics: [
            error(
              "Invalid Import Id",
              "Import a reissue as ORDER_ID/CERTIFICATE_ID, or as ORDER_ID/CERTIFICATE_ID@ISSUED_AT with a past date such as 2026-01-31 or 2026-01-31T12:00:00Z, from which renewals are counted.",
            ),
          ],
        };
      const attempts = await openAttempts(provider, orderId);
      return {
        state: {
          id: orderId,
          order_id: orderId,
          certificate_id: certificateId,
          issued_at: issuedAt,
          renewal_due: false,
          last_outcome: "imported",
          // What the import answers for: an attempt that comes later is not settled by adopting it.
          attempt_id: attempts.findLast((attempt) => !isOnItsWay(attempt))?.attemptId ?? null,
        },
      };
    },
  };
}

type Results = Pick<ReissueState, (typeof results)[number]>;

/** What is computed stays what it was. */
function pick(prior: ReissueState): Results {
  return Object.fromEntries(results.map((name) => [name, prior[name]])) as unknown as Results;
}

/** A renewal that nobody wants any more is not due, also not when somebody wants renewals again one day. */
function kept(prior: ReissueState, { renew_before_days }: Planned<Reissue>): Results {
  return { ...pick(prior), ...(renew_before_days === null && { renewal_due: false }) };
}

/** Everything about the result is open until it is there. */
function pending({ order_id }: Planned<Reissue>): Partial<Planned<Reissue>> {
  return { id: order_id, ...Object.fromEntries(results.map((name) => [name, UNKNOWN])) };
}

/** A day or a point in time in RFC 3339. Nothing else: a date that is misread would set off a renewal, or none. */
function pastDate(text: string, now: Date): string | undefined {
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const date = new Date(text);
  // The thirtieth of February would be read as one of March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return isDay && date.getTime() <= now.getTime() ? date.toISOString() : undefined;
}

function estimated(
  issuedAt: string | null,
  { validity_days: days }: Planned<Reissue>,
): Partial<Planned<Reissue>> {
  return { expires_at_estimate: isKnown(days) ? expiryEstimate(issuedAt, days) : UNKNOWN };
}

function adopted(prior: ReissueState, planned: Planned<Reissue>) {
  const taken = Object.keys(schema.attributes).filter(
    (name) =>
      !(results as readonly string[]).includes(name) && planned[name as keyof Planned<Reissue>] !== null,
  );
  return {
    planned: {
      ...pick(prior),
      ...estimated(prior.issued_at, planned),
      renewal_due: false,
      last_outcome: "adopted",
    },
    diagnostics: [
      warning(
        "Adopted Without a Reissue",
        `Order ${prior.order_id} is taken over with certificate ${prior.certificate_id}; nothing is reissued. That this certificate was made from the configuration as it stands is taken on trust: ${taken.join(", ")}. The next change reissues.`,
      ),
    ],
  };
}

function takenOver({ certificate_id }: Results): Diagnostic {
  return warning(
    "Adopted Without a Reissue",
    `Certificate ${certificate_id} is taken over, as was said of the attempt; nothing is reissued. That it was made from the configuration as it stands is taken on trust.`,
  );
}

function announced(
  service: Service,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  reasons: readonly string[],
): Diagnostic {
  const order = isKnown(planned.order_id) ? `Order ${planned.order_id}` : "An order that is not known yet";
  const current = prior?.certificate_id ? `certificate ${prior.certificate_id}` : "the current certificate";
  const losses = [
    planned.i_know_will_revoke_last_cert === true && `${current} may be revoked`,
    planned.i_know_remove_domain_will_revoke_before_cert === true &&
      "certificates with a dropped name are revoked",
  ].filter(Boolean);
  // The core shows only the first of several warnings with the same title, so each has its own.
  return warning(
    `${order} Will Be Reissued`,
    `${order} is reissued at ${service.baseUrl ?? "the service"} because ${reasons.join(", and ")}. This costs money. ${
      losses.length > 0
        ? `As acknowledged, ${losses.join(" and ")}.`
        : "Whether the service revokes the current certificate depends on the product."
    }`,
  );
}

function describedTwice(orderId: string | null): Diagnostic {
  return warning(
    `Order ${orderId} Is Described Twice`,
    `More than one resource of this plan reissues order ${orderId}. Each would cost money and replace the certificate of the other; the journal lets one of them through at a time. Describe an order in one place.`,
    "order_id",
  );
}

function staysValid({ order_id, certificate_id }: ReissueState): Diagnostic {
  return warning(
    "The Certificate Stays Valid",
    `Destroying this resource only forgets it. Certificate ${certificate_id ?? "(unknown)"} of order ${order_id} stays as it is at the service.`,
  );
}

function otherOrder(prior: ReissueState, orderId: string | null): Diagnostic {
  return error(
    "Another Order Was Imported",
    `The import brought order ${prior.order_id}, but order_id is ${orderId}. Import the configured order, or correct order_id.`,
    "order_id",
  );
}

function stillUnresolved(prior: ReissueState): Diagnostic[] {
  if (!isUnresolved(prior.last_outcome)) return [];
  return [
    warning(
      "A Reissue Is Unresolved",
      `What became of the last reissue of order ${prior.order_id} is not known. ${waysOut(prior.order_id ?? "", prior.attempt_id ?? "", { happened: prior.last_outcome === "done-unread" })}`,
    ),
  ];
}
