import type { Outcome } from "../../../src/contract/index.ts";
import type { Fault } from "../../../src/sandbox/index.ts";

export const serviceFaults = {
  // The request may or may not have begun to leave when the reset is noticed.
  "the connection is refused": [{ kind: "refuse" }, "not-sent", "unknown"],
  "the service rejects it": [{ kind: "status", status: 400 }, "rejected"],
  "the service is asked too fast": [
    { kind: "status", status: 429, headers: { "retry-after": "3600" } },
    "rejected",
  ],
  "the connection breaks before it is read": [{ kind: "reset-before-reading" }, "unknown"],
  "the connection breaks after it was carried out": [{ kind: "reset-after-processing" }, "unknown"],
  "the connection is closed after it was carried out": [{ kind: "close-after-processing" }, "unknown"],
  "the service fails before it is carried out": [{ kind: "status", status: 503 }, "unknown"],
  "the service fails after it was carried out": [{ kind: "status", status: 500, effect: true }, "unknown"],
  "the service takes it, and says only that": [
    { kind: "status", status: 202, body: '{"code":"accepted"}' },
    "unknown",
  ],
  "the answer is no HTTP": [{ kind: "garbage" }, "unknown"],
  "the answer is cut off": [{ kind: "half-a-body" }, "done-unread"],
  "the answer has no certificate id": [{ kind: "no-certificate-id" }, "done-unread"],
} as const satisfies Record<string, readonly [Fault, ...Outcome[]]>;

/** Right before which of its steps a process is killed that sends; see test/harness/kill-at.ts. */
const sending = [
  ...["connect#1", "append#1", "half an append#1", "sync#1", "send#1"],
  ...["receive#1", "append#2", "half an append#2", "sync#2"],
];
/** What the state knows is written first. */
export const providerSteps = [
  ...sending,
  ...["append#3", "half an append#3", "answer PlanResourceChange#1", "answer ApplyResourceChange#1"],
];
export const commandSteps = [...sending, "print#1"];

export type Failure = { readonly when: keyof typeof serviceFaults } | { readonly killedBefore: string };

export function serviceFault(failure: Failure | undefined): Fault | undefined {
  return failure && "when" in failure ? serviceFaults[failure.when][0] : undefined;
}

export function possibleOutcomes(failure: Failure | undefined): readonly Outcome[] {
  if (!failure || !("when" in failure)) return ["done"];
  const [, ...outcomes] = serviceFaults[failure.when];
  return outcomes;
}
