import { CertOrderClient } from "../../../../src/client/index.ts";
import type { Values } from "../../../../src/contract/index.ts";
import { Journal, type JournalEvent, MemoryStore, requestDigest } from "../../../../src/journal/index.ts";
import type { Diagnostic } from "../../../../src/plugin/index.ts";
import { CoreRun } from "../../../../src/provider/core-run.ts";
import type { ProviderData } from "../../../../src/provider/provider-data.ts";
import { planReissue } from "../../../../src/provider/reissue/plan.ts";
import type { ReissuePrivate } from "../../../../src/provider/reissue/stored.ts";
import { fullPlan, fullState } from "../states.ts";

export const address = "https://service.example";
export const now = new Date("2026-11-15T00:00:00Z");

export type Configured = ProviderData & { readonly store: MemoryStore };

/** The data of a configured provider, without a process and with a journal in memory. */
export function createProviderData(): Configured {
  const store = new MemoryStore();
  const journal = new Journal(store, { now: () => now });
  const client = new CertOrderClient({ baseUrl: address, authKey: "key", keyId: "id", journal });
  return {
    store,
    client,
    journal,
    service: client.service,
    isShortLived: false,
    isRecorded: true,
    folder: undefined,
    testKey: (values) => JSON.stringify(values),
    resolutions: new Map(),
    supersedes: new Map(),
    maxReissues: 20,
    run: new CoreRun(),
    now: () => now,
  };
}

/** The provider with entries of `resolve` and `supersede` for order-1. Null: it did not happen. */
export function withEntries(
  provider: Configured,
  { resolve = {}, supersede }: { resolve?: Record<string, string | null>; supersede?: string },
): Configured {
  const entries = Object.entries(resolve).map(([attemptId, certificateId]) => ({ attemptId, certificateId }));
  return {
    ...provider,
    resolutions: new Map([["order-1", entries]]),
    supersedes: new Map(supersede === undefined ? [] : [["order-1", supersede]]),
  };
}

/** The journal cannot be read or written any more. */
export function breakJournal({ store }: Configured, code = "EIO"): void {
  const fail = () => Promise.reject(Object.assign(new Error(code), { code }));
  store.log = (orderId) => ({ orderId, read: fail, append: fail });
}

/** Writes an attempt of this request into the journal. */
export async function recordAttempt(
  { store }: { readonly store: MemoryStore },
  request: Values & { readonly order_id: string; readonly triggers?: Readonly<Record<string, string>> },
  end: {
    readonly event: "done" | "unknown" | "rejected" | "done-unread";
    readonly attempt?: string;
    readonly certificate?: string;
    readonly previous?: string;
  },
): Promise<void> {
  const { order_id: order, triggers, ...values } = request;
  const at = "2026-11-01T00:00:00.000Z";
  const { attempt = "a1", previous, ...ending } = end;
  const log = store.log(order);
  await log.append({
    event: "sent",
    attempt,
    at,
    order,
    service: address,
    address,
    previous,
    digest: requestDigest(order, values, triggers),
    process: "",
    deadline: at,
  });
  await log.append({ at, attempt, ...ending } as JournalEvent);
}

/** What a plan does: `keep`, `send` and why, `adopt` which certificate, or `refuse`; and its diagnostics by title. */
export async function planned(
  provider: ProviderData,
  prior: object | null,
  plan: object,
  privateData: ReissuePrivate = {},
): Promise<{ readonly does: string; readonly says: readonly string[] }> {
  const state = prior && fullState(prior);
  const answer = await planReissue(provider, state, fullPlan(plan), privateData);
  const { diagnostics } = answer;
  const says = inWords(diagnostics);
  if (diagnostics.some(({ severity }) => severity === "error")) return { does: "refuse", says };
  const { certificate_id: certificate } = answer.planned ?? {};
  if (typeof certificate !== "string" && certificate !== null) {
    const reasons = diagnostics.map(({ detail }) => /because (.*?)\. This costs money/.exec(detail ?? ""));
    return { does: `send: ${reasons.find(Boolean)?.[1]}`, says };
  }
  return { does: certificate === state?.certificate_id ? "keep" : `adopt ${certificate}`, says };
}

export function inWords(diagnostics: readonly Diagnostic[] = []): string[] {
  return diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
}
