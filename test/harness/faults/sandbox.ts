import type { Fault, FaultKind } from "../../../src/sandbox/index.ts";
import { sandboxService } from "./faulty-service.ts";
import { type Row, rowsWith, type Table } from "./row.ts";

export type Verdict = Pick<
  Row,
  "both" | "reissue" | "callbackTest" | "reason" | "happens" | "options" | "journal"
>;

export const faults: Readonly<Record<Exclude<FaultKind, "refuse" | "status">, Verdict>> = {
  "reset-before-reading": { both: "unknown connection_lost" },
  hang: { both: "unknown deadline_exceeded", reason: "response-timeout", options: { timeoutMs: 4_000 } },
  "reset-after-processing": { both: "unknown connection_lost", happens: true },
  "close-after-processing": { both: "unknown connection_lost", happens: true },
  "cut-headers": { both: "unknown connection_lost", happens: true },
  "half-a-body": { both: "done-unread response_unusable", reason: "response-cut", happens: true },
  "empty-body": { reissue: "unknown response_unusable", callbackTest: "done", happens: true },
  "invalid-json": { both: "done-unread response_unusable", reason: "response-unreadable", happens: true },
  "huge-body": { both: "unknown response_unusable", reason: "response-too-large", happens: true },
  "slow-bytes": { both: "done", happens: true },
  garbage: { both: "unknown response_unusable", reason: "response-invalid", happens: true },
  "wrong-content-type": { both: "unknown response_unusable", reason: "response-unreadable", happens: true },
  "no-certificate-id": { reissue: "done-unread certificate_id_missing", callbackTest: "done", happens: true },
};

/** Those of them that look different through TLS. */
const throughTls = Object.fromEntries(
  Object.entries(faults).filter(([kind]) => /^(?:hang|reset-|close-|cut-|half-)/.test(kind)),
);

/** Faults that spoil a refusal instead of a success: nothing happens, and no call may report a success. */
export const faultsInRefusals: Partial<Record<FaultKind, Verdict>> = {
  "reset-after-processing": { both: "unknown connection_lost" },
  "half-a-body": { both: "unknown http_503" },
  "empty-body": { both: "unknown http_503" },
  "invalid-json": { both: "unknown http_503" },
  "huge-body": { both: "unknown http_503" },
};

const rows = (scheme: "http" | "https", table: Partial<Record<FaultKind, Verdict>>, fault: Partial<Fault>) =>
  Object.entries(table).map(
    ([kind, verdict]): Row => ({
      when: `the service has the fault ${kind}`,
      service: () => sandboxService({ scheme, fault: { kind: kind as FaultKind, everyMs: 2, ...fault } }),
      ...verdict,
    }),
  );

const refusedConnections = [
  ...rowsWith({ both: "done", tries: 2, happens: true })({
    "the service refuses the first connection, and then does its work": () =>
      sandboxService({ scheme: "https", fault: { kind: "refuse" } }),
  }),
  ...rowsWith({ both: "not-sent connect_failed" })({
    "the service refuses every connection": () =>
      sandboxService({ scheme: "https", fault: { kind: "refuse", times: 9 } }),
  }),
  ...rowsWith({ both: "done", happens: true })({
    "the service has no fault at all": () => sandboxService({ scheme: "https" }),
  }),
];

export const sandboxFaults: readonly Table[] = [
  { title: "Faults of the service over HTTP", rows: rows("http", faults, {}) },
  { title: "Faults of the service over HTTPS", rows: rows("https", throughTls, {}) },
  { title: "Faults of a service that did nothing", rows: rows("http", faultsInRefusals, { effect: false }) },
  { title: "Connections that the service refuses", rows: refusedConnections },
];
