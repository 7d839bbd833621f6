// What the types of the package say to whoever uses it. It is compiled, never run.
import type {
  CallbackTestResult,
  CertOrderClient,
  ClientEvent,
  Outcome,
  ReissueResult,
  RejectedError,
  UnknownOutcomeError,
  Verdict,
} from "certorder";
import { CsrError, readCsr } from "certorder/csr";
import {
  type Attempt,
  Journal,
  MemoryShelf,
  type Reason,
  type RefusedError,
  type Shelf,
} from "certorder/journal";
import { nodeReceiver, type RefusalReason } from "certorder/receiver";
import type { FaultKind, LedgerEntry, Sandbox } from "certorder/sandbox";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

declare const client: CertOrderClient, journal: Journal, sandbox: Sandbox, shelf: Shelf;
holds<Same<ReturnType<typeof client.reissue>, Promise<ReissueResult>>>();
holds<Same<ReissueResult["answered"], Attempt | undefined>>();
holds<Same<CallbackTestResult["verdict"], "pass">>();
holds<Same<Verdict, "pass" | "fail" | "unknown">>();
holds<Same<Outcome, "done" | "rejected" | "not-sent" | "unknown" | "done-unread">>();
holds<Same<UnknownOutcomeError["outcome"], "unknown">>();
holds<Same<RejectedError["outcome"], "rejected">>();
holds<Reason extends RefusedError["refusal"]["because"] ? true : false>();
holds<Same<(typeof sandbox.ledger)[number], LedgerEntry>>();
holds<"half-a-body" extends FaultKind ? true : false>();
holds<"unauthorized" extends RefusalReason ? true : false>();
holds<string extends RefusalReason ? false : true>();
export const kinds: Record<ClientEvent["type"], true> = { retry: true, journal: true, warning: true };
export const given: Journal[] = [new Journal({ shelf }), new Journal({ shelf: new MemoryShelf() })];
export const names: readonly string[] = readCsr("").dnsNames;
export const failed = (error: unknown) => error instanceof CsrError && error.code;
export const receiver = nodeReceiver({ accessKey: "a", onEvent: ({ order_id }) => console.log(order_id) });

// Every wish says what it is about; options are named and checked.
client.reissue("o", { signHash: "sha256" }, { wish: "ticket-7", anew: "a-1" });
client.testCallback({ url: "https://a.example", accessKey: "k" }, { signal: new AbortController().signal });
// @ts-expect-error there is no such option
client.reissue("o", { signHash: "sha256" }, { once: "ticket-7" });
// @ts-expect-error sign_hash is the wire's name
client.reissue("o", { sign_hash: "sha256" });
// @ts-expect-error there is no such fault
sandbox.fault({ kind: "earthquake" });
// What only this package may call is not there for others.
// @ts-expect-error
client.send;
// @ts-expect-error
client.place;
// @ts-expect-error
journal.begin;
// @ts-expect-error
journal.consider;
// @ts-expect-error
journal.remember;
