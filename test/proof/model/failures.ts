import type { Outcome } from "../../../src/contract/index.ts";
import type { Fault } from "../../../src/sandbox/index.ts";

/** A fault of the service, and the outcomes that it may lead to. */
interface ServiceFault {
  readonly fault: Fault;
  readonly outcomes: readonly Outcome[];
}

export const serviceFaults = {
  // The request may or may not have begun to leave when the reset is noticed.
  "the connection is refused": { fault: { kind: "refuse" }, outcomes: ["not-sent", "unknown"] },
  "the service rejects it": { fault: { kind: "status", status: 400 }, outcomes: ["rejected"] },
  "the service is asked too fast": {
    fault: { kind: "status", status: 429, headers: { "retry-after": "3600" } },
    outcomes: ["rejected"],
  },
  "the connection breaks before it is read": {
    fault: { kind: "reset-before-reading" },
    outcomes: ["unknown"],
  },
  "the connection breaks after it was carried out": {
    fault: { kind: "reset-after-processing" },
    outcomes: ["unknown"],
  },
  "the connection is closed after it was carried out": {
    fault: { kind: "close-after-processing" },
    outcomes: ["unknown"],
  },
  "the service fails before it is carried out": {
    fault: { kind: "status", status: 503 },
    outcomes: ["unknown"],
  },
  "the service fails after it was carried out": {
    fault: { kind: "status", status: 500, effect: true },
    outcomes: ["unknown"],
  },
  "the service takes it, and says only that": {
    fault: { kind: "status", status: 202, body: '{"code":"accepted"}' },
    outcomes: ["unknown"],
  },
  "the answer is no HTTP": { fault: { kind: "garbage" }, outcomes: ["unknown"] },
  "the answer is cut off": { fault: { kind: "half-a-body" }, outcomes: ["done-unread"] },
  "the answer has no certificate id": { fault: { kind: "no-certificate-id" }, outcomes: ["done-unread"] },
} as const satisfies Record<string, ServiceFault>;

/** Right before which of its steps a process is killed that sends; see ../../kill-at.ts. */
const sending = [
  "connect#1",
  "append#1",
  "half an append#1",
  "sync#1",
  "send#1",
  "receive#1",
  "append#2",
  "half an append#2",
  "sync#2",
] as const;
export const providerSteps = [
  ...sending,
  // What the state knows is written first.
  "append#3",
  "half an append#3",
  "answer PlanResourceChange#1",
  "answer ApplyResourceChange#1",
] as const;
export const commandSteps = [...sending, "print#1"] as const;

export type KillStep = (typeof providerSteps | typeof commandSteps)[number];

export type Failure = { readonly when: keyof typeof serviceFaults } | { readonly killedBefore: KillStep };

export function serviceFault(failure: Failure | undefined): Fault | undefined {
  return failure && "when" in failure ? serviceFaults[failure.when].fault : undefined;
}

/** The possible outcomes of a reissue that meets it, unless its process is killed. */
export function possibleOutcomes(failure: Failure | undefined): readonly Outcome[] {
  return failure && "when" in failure ? serviceFaults[failure.when].outcomes : ["done"];
}
