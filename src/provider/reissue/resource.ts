import { CertOrderError, readImportId } from "../../contract/index.ts";
import type { Attempt } from "../../journal/index.ts";
import type { Diagnostic } from "../../plugin/index.ts";
import { defineResource, error, isKnown, warning } from "../../plugin/index.ts";
import { fromIssues, problemOf } from "../diagnostics.ts";
import type { ReissueMemory, Service } from "../service.ts";
import { madeBy, planReissue } from "./plan.ts";
import { isRenewalDue } from "./renewal.ts";
import { checkKnown } from "./request.ts";
import { applyResolution } from "./resolve.ts";
import type { ReissueState } from "./schema.ts";
import { schema } from "./schema.ts";
import { send, sendOnTop, takeOver } from "./send.ts";
import { attemptsOf, heldInPrivate, settledBy, wishFor } from "./stored.ts";
import { onlyForgotten, storedElsewhere } from "./texts.ts";

/**
 * An order's certificate, reissued. Whether a reissue is sent is decided by the rules of the journal, from what state,
 * history and people say. Nothing that decides is kept in private data only: the core loses it when a provider crashes,
 * and does not show it for a tainted object.
 */
export function reissue(memory: ReissueMemory) {
  return defineResource<Service>()({
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
    upgrade({ stored }) {
      if (typeof stored.order_id === "string") memory.noteStored(stored);
      return undefined;
    },

    async create({ planned, config, provider, signal, private: data }) {
      memory.noteMade(planned.order_id);
      if (isKnown(planned.certificate_id)) return orProblem(takeOver(provider, null, planned));
      const wish = wishFor(heldInPrivate(data, planned.order_id));
      return memory.inTurn(planned.order_id, () => send(provider, null, planned, config, wish, signal));
    },

    // The service has no way to look a reissue up, so reading settles what people have found out in the meantime. What
    // cannot be settled the plan tells, once.
    async read({ state, provider }) {
      try {
        const orderId = String(state.order_id);
        await applyResolution(provider, orderId);
        const settled = settledBy(await provider.journal.attempts(orderId), state);
        if (settled === null) return { state: null };
        return { state: { ...settled, renewal_due: isRenewalDue(settled, provider.now()) } };
      } catch (failure) {
        if (!CertOrderError.is(failure)) throw failure;
        return { state };
      }
    },

    async update({ planned, prior, config, provider, signal }) {
      if (isKnown(planned.certificate_id)) return orProblem(takeOver(provider, prior, planned));
      return orProblem(
        memory.inTurn(planned.order_id, () => sendOnTop(provider, prior, planned, config, signal)),
      );
    },

    // Deliberately nothing at the service: a certificate is not revoked because somebody stops describing it.
    async delete({ prior, provider, private: data }) {
      const replaced = heldInPrivate(data, prior.order_id);
      if (replaced) memory.noteReplaced(String(prior.order_id), replaced);
      // What only the state knows must not be forgotten with it.
      return orProblem(rememberStored(provider, prior));
    },

    async modifyPlan({ action, prior, planned, provider, private: data }) {
      const late = memory.takeLate();
      if (late.length > 0) return orProblem(seenLate(provider, late));
      // Nothing takes its place: what was kept for that case is not handed on.
      if (action === "delete")
        return { diagnostics: [onlyForgotten(prior, provider.isKept)], private: new Uint8Array() };
      return planReissue(provider, prior, planned, data);
    },

    async import({ id, provider }) {
      const { orderId, certificateId, issuedAt, issues } = readImportId(id, provider.now());
      if (issues.length > 0)
        return {
          diagnostics: [
            error(
              "Invalid Import Id",
              "Import a reissue as ORDER_ID/CERTIFICATE_ID, or as ORDER_ID/CERTIFICATE_ID@ISSUED_AT with a past date such as 2026-01-31 or 2026-01-31T12:00:00Z, from which renewals are counted.",
            ),
          ],
        };
      return orProblem(imported(provider, orderId, certificateId, issuedAt));
    },
  });
}

/** Where the journal cannot be used, saying so is the answer. */
async function orProblem<T>(answer: Promise<T>): Promise<T | { readonly diagnostics: Diagnostic[] }> {
  return answer.catch((failure: unknown) => ({ diagnostics: [problemOf(failure)] }));
}

async function rememberStored({ journal, place, memory }: Service, prior: ReissueState) {
  for (const attempt of attemptsOf(prior)) await journal.remember(attempt, place);
  return { diagnostics: memory.takePassedOver() };
}

/** The core shows objects in any order. What would have been an answer is written down, so that the next plan knows it. */
async function seenLate({ journal, place, isKept }: Service, late: readonly Attempt[]) {
  for (const attempt of late) await journal.remember(attempt, place);
  return { diagnostics: late.map((attempt) => storedElsewhere(attempt, isKept)) };
}

async function imported(service: Service, orderId: string, certificateId: string, issuedAt: string | null) {
  const known = await madeBy(service, orderId, certificateId);
  return {
    state: {
      id: orderId,
      order_id: orderId,
      certificate_id: certificateId,
      previous_certificate_id: known?.replaced ?? null,
      issued_at: issuedAt ?? known?.issuedAt ?? null,
      renewal_due: false,
      last_outcome: "imported",
      attempt_id: known?.attemptId ?? null,
      // Null: what it was made from is not known, and taken on trust.
      fingerprint: known?.what ?? null,
    },
  };
}
