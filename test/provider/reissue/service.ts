import { CertOrderClient } from "../../../src/client/index.ts";
import type { Values } from "../../../src/contract/index.ts";
import type { Line } from "../../../src/journal/index.ts";
import { Journal, MemoryShelf, whatIsAsked } from "../../../src/journal/index.ts";
import type { ApplyAnswer, Diagnostic } from "../../../src/plugin/index.ts";
import { planReissue } from "../../../src/provider/reissue/plan.ts";
import { reissue } from "../../../src/provider/reissue/resource.ts";
import type { Reissue, ReissueState } from "../../../src/provider/reissue/schema.ts";
import type { Service } from "../../../src/provider/service.ts";
import { ReissueMemory } from "../../../src/provider/service.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { planOf, stateOf } from "../states.ts";

const address = "https://service.example";
export const now = new Date("2026-11-15T00:00:00Z");

/** The provider, configured, without a process and with a history in memory. */
export function configured(): Service & { readonly shelf: MemoryShelf } {
  const shelf = new MemoryShelf();
  const journal = new Journal({ shelf, now: () => now });
  const client = new CertOrderClient({ baseUrl: address, authKey: "key", keyId: "id", journal });
  return {
    ...{ shelf, client, journal, place: client.place, isShortLived: false, isKept: true, folder: undefined },
    ...{ baseUrl: address, fingerprint: (text) => text, resolutions: new Map() },
    ...{ maxReissues: 20, allowReissue: true, memory: new ReissueMemory(), now: () => now },
  };
}

/** Writes an attempt into the history: what became of it, and what it asked for. */
export async function attempted(
  { shelf }: { readonly shelf: MemoryShelf },
  asked: Values & { readonly order_id: string; readonly triggers?: Readonly<Record<string, string>> },
  end: {
    readonly event: "done" | "unknown" | "rejected";
    readonly attempt?: string;
    readonly certificate?: string;
  },
  replaced?: string,
  unshown?: boolean,
): Promise<void> {
  const { order_id: order, triggers, ...values } = asked;
  const at = "2026-11-01T00:00:00.000Z";
  const attempt = end.attempt ?? "a1";
  const history = shelf.history(order);
  await history.append({
    ...{ event: "sent", attempt, at, order, service: address, address },
    ...{ what: whatIsAsked(order, values, triggers), replaced, unshown, process: "", until: at },
  });
  await history.append({ at, attempt, ...end } as Line);
}

/** What a plan says and does: `keep`, `send` and why, or `take` which certificate; and all that is told, by title. */
export async function planned(
  service: Service,
  prior: object | null,
  plan: object,
  privateData: Uint8Array = new Uint8Array(),
): Promise<{ readonly does: string; readonly told: readonly string[] }> {
  const state = prior && stateOf(prior);
  const answer = await planReissue(service, state, planOf(plan), privateData);
  const said = answer.diagnostics ?? [];
  const told = inWords(said);
  if (said.some(({ severity }) => severity === "error")) return { does: "refuse", told };
  const { certificate_id: certificate } = answer.planned ?? {};
  if (typeof certificate !== "string" && certificate !== null) {
    const why = said
      .map(({ detail }) => /because (.*?)\. This costs money/.exec(detail ?? "")?.[1])
      .find(Boolean);
    return { does: `send: ${why}`, told };
  }
  return { does: certificate === state?.certificate_id ? "keep" : `take ${certificate}`, told };
}

/** The same with a service behind it that answers. */
export function connected(sandbox: Sandbox): ReturnType<typeof configured> {
  const service = configured();
  const journal = new Journal({ shelf: service.shelf });
  const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
  return { ...service, journal, client, place: client.place, baseUrl: sandbox.url, now: () => new Date() };
}

/** What a core does for a plan and its apply, without a process in between: all that was said, and what is stored. */
export async function applied(
  service: Service,
  prior: ReissueState | null,
  values: object,
  privateData: Uint8Array = new Uint8Array(),
): Promise<ApplyAnswer<Reissue> & { readonly told: readonly string[] }> {
  const resource = reissue(service.memory);
  const request = { prior, config: stateOf(values), provider: service, private: privateData };
  const action = prior === null ? "create" : "update";
  const plan = await resource.modifyPlan?.({ ...request, action, planned: planOf(values) } as never);
  const said = [...(plan?.diagnostics ?? [])];
  if (said.some(({ severity }) => severity === "error")) return { told: inWords(said), diagnostics: said };
  const answer = (await resource[prior === null ? "create" : "update"]?.({
    ...request,
    ...{ planned: { ...planOf(values), ...plan?.planned }, private: plan?.private ?? privateData },
    signal: new AbortController().signal,
  } as never)) as ApplyAnswer<Reissue> | undefined;
  const diagnostics = [...said, ...(answer?.diagnostics ?? [])];
  return { ...answer, diagnostics, told: inWords(diagnostics) };
}

export function inWords(said: readonly Diagnostic[] = []): string[] {
  return said.map(({ severity, summary }) => `${severity}: ${summary}`);
}
