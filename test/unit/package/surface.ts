// What the types of the package say to its users. It is compiled, never run.
import {
  type AskedReissueOptions,
  type CallbackTestResult,
  type CallbackVerdict,
  CertOrderClient,
  type ClientEvent,
  type ErrorCode,
  type ImportOptions,
  type Outcome,
  type ReissueRequest,
  type ReissueResult,
  type RejectedError,
  type UnknownOutcomeError,
} from "certorder";
import { CsrError, readCsr } from "certorder/csr";
import {
  type Attempt,
  type Blocked,
  type BlockedByYoungCertificate,
  type BlockedError,
  type ImportStatement,
  Journal,
  type JournalEvent,
  type JournalOptions,
  type JournalStore,
  MemoryStore,
} from "certorder/journal";
import { defineProvider, defineResource } from "certorder/plugin";
import type { Workspace } from "certorder/plugin/testing";
import { fetchReceiver, nodeReceiver, type RefusalReason } from "certorder/receiver";
import type { FaultKind, LedgerEntry, Sandbox } from "certorder/sandbox";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

declare const client: CertOrderClient<Journal>, bare: CertOrderClient<"none">, either: CertOrderClient;
declare const journal: Journal, sandbox: Sandbox, store: JournalStore;
holds<Same<ReturnType<typeof client.reissue>, Promise<ReissueResult>>>();
holds<Same<ReissueResult["earlierAttempt"], Attempt | undefined>>();
holds<Same<CallbackTestResult["verdict"], "pass">>();
holds<Same<CallbackVerdict, "pass" | "fail" | "unknown">>();
holds<Same<Outcome, "done" | "rejected" | "not-sent" | "unknown" | "done-unread">>();
holds<Same<UnknownOutcomeError["outcome"], "unknown">>();
holds<Same<RejectedError["outcome"], "rejected">>();
holds<Same<BlockedError["blocked"], Blocked>>();
holds<Same<BlockedByYoungCertificate["reason"], "too-young">>();
holds<"reissued-since" extends Blocked["reason"] ? true : false>();
// Each reason has its own fields.
export function nextStep(error: BlockedError): string {
  switch (error.blocked.reason) {
    case "open":
      return error.blocked.isInFlight ? "wait" : error.blocked.attempt.attemptId;
    case "damaged":
      return error.blocked.problem;
    case "other-service":
      return error.blocked.service;
    default:
      return error.blocked.attempt?.certificateId ?? error.code;
  }
}
// @ts-expect-error only an open attempt can be in flight
export const isInFlight = ({ blocked }: BlockedError) => blocked.isInFlight;
// Known codes are completed, and any other code of the service is a code too.
export const codes: ErrorCode[] = [
  "unresolved_attempt",
  "connect_failed",
  "callback_send_error",
  "any_other",
];
holds<Same<Attempt["status"], "open" | "succeeded" | "void">>();
holds<"imported" extends JournalEvent["event"] ? true : false>();
holds<Same<(typeof sandbox.ledger)[number], LedgerEntry>>();
holds<"half-a-body" extends FaultKind ? true : false>();
holds<"unauthorized" extends RefusalReason ? true : false>();
holds<string extends RefusalReason ? false : true>();
export const kinds: Record<ClientEvent["type"], true> = {
  answered: true,
  unrecorded: true,
  retry: true,
  sent: true,
  unanswered: true,
  warning: true,
};
// @ts-expect-error a journal is in one place
new Journal("s3://bucket/prefix", { dir: "/var/lib/certorder" });
export const given: Journal[] = [new Journal(store), new Journal(new MemoryStore())];
export const names: readonly string[] = readCsr("").dnsNames;
export const failed = (error: unknown) => error instanceof CsrError && error.code;
const receiverOptions = {
  accessKey: "a",
  onEvent: ({ order_id }: { order_id?: string | undefined }) => console.log(order_id),
};
export const receivers = [nodeReceiver(receiverOptions), fetchReceiver(receiverOptions)];

// With a journal a reissue needs an idempotency key or an age; options are named and checked.
const request: ReissueRequest = { signHash: "sha256", dnsNames: ["a.example"] };
client.reissue("o", request, { idempotencyKey: "ticket-7", supersede: "a-1", triggers: { turn: "2" } });
client.reissue("o", request, { maxAgeMs: 60 * 86_400_000 });
export const ways: AskedReissueOptions[] = [{ idempotencyKey: "ticket-7" }, { maxAgeMs: 86_400_000 }];
// @ts-expect-error it is one or the other
client.reissue("o", request, { idempotencyKey: "ticket-7", maxAgeMs: 86_400_000 });
bare.reissue("o", request);
// @ts-expect-error a key needs a journal
bare.reissue("o", request, { idempotencyKey: "ticket-7" });
// @ts-expect-error an age needs a journal
bare.reissue("o", request, { maxAgeMs: 86_400_000 });
CertOrderClient.fromEnvironment().reissue("o", request, { idempotencyKey: "ticket-7" });
client.testCallback({ url: "https://a.example", accessKey: "k" }, { signal: new AbortController().signal });
// @ts-expect-error there is neither a key nor an age
client.reissue("o", request);
// @ts-expect-error there is neither a key nor an age
either.reissue("o", request, {});
// @ts-expect-error the journal is missing
new CertOrderClient({ baseUrl: "https://a.example", authKey: "a", keyId: "k" });
// @ts-expect-error there is no such option
client.reissue("o", request, { idempotencyKey: "ticket-7", once: "ticket-7" });
// @ts-expect-error sign_hash is the name on the wire
bare.reissue("o", { sign_hash: "sha256" });
// @ts-expect-error there is no such fault
sandbox.addFault({ kind: "earthquake" });
journal.resolve({ orderId: "o", attemptId: "a-1", certificateId: "cert-1" });
journal.resolve({ orderId: "o", attemptId: "a-1", certificateId: null });
journal.resolve({ orderId: "o", attemptId: "a-1", certificateId: "cert-1", isSameId: true });
journal.repair("o");
const options: ImportOptions = { request, issuedAt: "2026-11-01", asLatest: true, bringsBack: false };
holds<Same<ReturnType<typeof client.importCertificate>, Promise<Attempt>>>();
client.importCertificate("o", "cert-7", options);
export const statement: ImportStatement = { certificateId: "cert-7" };
export const place = (given: JournalOptions) => new Journal("/var/lib/certorder", given);

// Members that only this package may use are not in its types.
holds<Same<Extract<keyof CertOrderClient, "sendReissue" | "service">, never>>();
type InternalOfJournal = "snapshot" | "decide" | "claim" | "importCertificate" | "recordAnswer" | "histories";
holds<Same<Extract<keyof Journal, InternalOfJournal>, never>>();

// What a resource needs, its provider delivers.
const needy = defineResource<{ readonly url: string }>()({
  schema: { attributes: { name: { type: "string", required: true } } },
  create: ({ planned, provider }) => ({ state: { name: planned.name + provider.url } }),
});
const about = { name: "x", address: "x/x", version: "1.0.0", schema: { attributes: {} } } as const;
defineProvider({ ...about, configure: () => ({ data: { url: "" } }), resources: { x_a: needy } });
// @ts-expect-error it delivers something else than its resource needs
defineProvider({ ...about, configure: () => ({ data: { uri: "" } }), resources: { x_a: needy } });
export const apply = (workspace: Workspace) => workspace.resource("x_a").apply({ name: "a" });
