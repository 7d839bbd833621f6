import { CertOrderError, writeResolution } from "../../contract/index.ts";
import { mergeHistory } from "../../journal/index.ts";
import type { Diagnostic } from "../../plugin/index.ts";
import { defineResource } from "../../plugin/index.ts";
import type { CoreRun } from "../core-run.ts";
import { fromProblems, toDiagnostic } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import { apply, destroy } from "./apply.ts";
import { importReissue } from "./import.ts";
import { findIssuedEvent } from "./issued.ts";
import { destroyWarning } from "./messages.ts";
import { findSupersede, findUnwrittenResolutions, readOrderSnapshot } from "./order.ts";
import { findLateConflict, planReissue } from "./plan.ts";
import { isRenewalDue } from "./renewal.ts";
import { checkKnownArguments } from "./request.ts";
import { schema } from "./schema.ts";
import { noPrivate, type ReissuePrivate, resolvedState, toStateRecord, withStatedTime } from "./stored.ts";

/**
 * The resource `certorder_reissue`. The rules of the journal decide whether a reissue is sent. No decision depends on
 * private data alone: the core loses it when a provider crashes, and does not pass it for a tainted object.
 */
export function reissueResource(run: CoreRun) {
  return defineResource<ProviderData>()({
    schema,

    validate({ config }) {
      return { diagnostics: fromProblems(checkKnownArguments(config, new Date()), schema) };
    },

    // The core calls this for every stored object, tainted ones too, and also without a refresh. For an object in a `removed`
    // block it calls nothing else.
    upgrade({ stored, provider }) {
      if (typeof stored.order_id !== "string") return undefined;
      run.addStored(stored);
      const late = provider && findLateConflict(provider, stored);
      return late && { diagnostics: [late] };
    },

    async create({ planned, config, provider, signal }) {
      return orProblem(apply(provider, null, planned, config, noPrivate, signal));
    },

    // The service has no request to look a reissue up, so this only applies what the journal knows. Private data
    // notes the entries of `resolve` and `supersede`, so that an apply of a saved plan notices a missing entry.
    async read({ state, provider, private: data }) {
      const { endedAt } = data as ReissuePrivate;
      run.addEnd(state.open_attempt_id, endedAt);
      try {
        const orderId = String(state.order_id);
        const history = await run.history(provider.journal, orderId);
        run.addRead(orderId, history);
        const { attempts } = mergeHistory(history.attempts, [toStateRecord(state)]);
        const result = resolvedState(state, attempts);
        if (result === null) return { state: null };
        const resolved = withStatedTime(result, attempts);
        const snapshot = await readOrderSnapshot(provider, orderId, resolved, { read: history });
        const resolve =
          findUnwrittenResolutions(provider, snapshot).map(writeResolution).join(" ") || undefined;
        const supersede = findSupersede(provider, snapshot);
        return {
          state: {
            ...resolved,
            issued_event_at: await findIssuedEvent(resolved, history, provider),
            renewal_due: isRenewalDue(resolved, provider.journal.now()),
          },
          private: { resolve, supersede, endedAt } satisfies ReissuePrivate,
        };
      } catch (failure) {
        if (!CertOrderError.is(failure)) throw failure;
        return { state };
      }
    },

    async update({ planned, prior, config, provider, signal, private: data }) {
      run.addEnd(prior.open_attempt_id, (data as ReissuePrivate).endedAt);
      return orProblem(apply(provider, prior, planned, config, data, signal));
    },

    // Sends nothing on purpose: removing a resource does not revoke its certificate. Events that only the state knows
    // are written into the journal first.
    async delete({ prior, provider }) {
      return orProblem(destroy(provider, prior));
    },

    async modifyPlan({ action, prior, planned, provider, private: data }) {
      run.addEnd(prior?.open_attempt_id, (data as ReissuePrivate).endedAt);
      if (action !== "delete") return planReissue(provider, prior, planned, data as ReissuePrivate);
      const late = findLateConflict(provider, prior);
      return { diagnostics: [late ?? destroyWarning(prior, provider.isRecorded)], private: noPrivate };
    },

    import: ({ id, provider }) => orProblem(importReissue(provider, id)),
  });
}

/** Turns an expected error into a diagnostic. */
async function orProblem<T>(answer: Promise<T>): Promise<T | { readonly diagnostics: Diagnostic[] }> {
  return answer.catch((failure: unknown) => ({ diagnostics: [toDiagnostic(failure)] }));
}
