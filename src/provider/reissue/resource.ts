import { CertOrderError, writeResolution } from "../../contract/index.ts";
import type { Diagnostic } from "../../plugin/index.ts";
import { defineResource, isKnown, warning } from "../../plugin/index.ts";
import { fromIssues, toDiagnostic } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import type { RunState } from "../run-state.ts";
import { apply, readAndWrite } from "./apply.ts";
import { importReissue } from "./import.ts";
import { onlyForgotten } from "./messages.ts";
import { findSupersede, planReissue, readOrder, seenTooLate } from "./plan.ts";
import { isRenewalDue } from "./renewal.ts";
import { checkKnown } from "./request.ts";
import { schema } from "./schema.ts";
import { noPrivate, settledState, toPrivate } from "./stored.ts";

/**
 * The reissued certificate of an order. Whether a reissue is sent is decided by the rules of the journal. Nothing that decides is kept
 * in private data only: the core loses it when a provider crashes, and does not show it for a tainted object.
 */
export function reissue(run: RunState) {
  return defineResource<ProviderData>()({
    schema,

    validate({ config }) {
      const diagnostics = fromIssues(checkKnown(config, new Date()), schema);
      if (isKnown(config.sign_key_pin) && config.sign_key_pin !== null)
        diagnostics.push(
          warning(
            "The access code is stored in the state",
            "sign_key_pin is stored in plan and state files in clear text. Use sign_key_pin_wo, which is not.",
            "sign_key_pin",
          ),
        );
      return { diagnostics };
    },

    // The core calls this for every stored object, tainted ones too, and also without a refresh. For an object in a `removed`
    // block it calls nothing else.
    upgrade({ stored, provider }) {
      if (typeof stored.order_id !== "string") return undefined;
      run.noteStored(stored);
      const late = provider && seenTooLate(provider, stored);
      return late && { diagnostics: [late] };
    },

    async create({ planned, config, provider, signal }) {
      return orProblem(apply(provider, null, planned, config, signal));
    },

    // The service has no way to look a reissue up. So this only settles what the journal already says. What `resolve` and
    // `supersede` say is noted in private data, so that an apply of a saved plan can tell that an entry is missing.
    async read({ state, provider }) {
      try {
        const orderId = String(state.order_id);
        const history = await run.history(provider.journal, orderId);
        run.noteRead(orderId, history);
        const settled = settledState(state, history.attempts);
        if (settled === null) return { state: null };
        const snapshot = await readOrder(provider, orderId, settled, history);
        const resolve = snapshot.resolutions.map(writeResolution).join(" ") || undefined;
        const supersede = findSupersede(provider, snapshot);
        return {
          state: { ...settled, renewal_due: isRenewalDue(settled, provider.now()) },
          private: (resolve ?? supersede) ? toPrivate({ resolve, supersede }) : noPrivate,
        };
      } catch (failure) {
        if (!CertOrderError.is(failure)) throw failure;
        return { state };
      }
    },

    async update({ planned, prior, config, provider, signal }) {
      return orProblem(apply(provider, prior, planned, config, signal));
    },

    // Deliberately no request: a certificate is not revoked because its resource is removed. What only the state knows is written
    // into the journal first.
    async delete({ prior, provider }) {
      return orProblem(
        readAndWrite(provider, String(prior.order_id), prior).then(() => ({
          diagnostics: provider.run.takeJournalProblem(),
        })),
      );
    },

    async modifyPlan({ action, prior, planned, provider, private: data }) {
      if (action !== "delete") return planReissue(provider, prior, planned, data);
      const late = seenTooLate(provider, prior);
      return { diagnostics: [late ?? onlyForgotten(prior, provider.isRecorded)], private: noPrivate };
    },

    import: ({ id, provider }) => orProblem(importReissue(provider, id)),
  });
}

/** A journal that cannot be used is an error of the call. */
async function orProblem<T>(answer: Promise<T>): Promise<T | { readonly diagnostics: Diagnostic[] }> {
  return answer.catch((failure: unknown) => ({ diagnostics: [toDiagnostic(failure)] }));
}
