import type { Attempt } from "../../../src/journal/attempt.ts";
import type { RuleDecision } from "../../../src/journal/rules.ts";
import { attempt } from "../../harness/journal/attempts.ts";
import { type Rules, type RulesResult, tryAll } from "./subject.ts";

// Workflow runs, and every latest attempt that one of them may find.

const second = (at: number) => new Date(1_800_000_000_000 + at * 1000);
/** The middle one decides. The others were created before and after it. */
const created = { older: 10, own: 20, newer: 30 } as const;
type RunName = keyof typeof created;

interface Case {
  readonly latest: Attempt;
  /** The runs that sent it or were answered with it. Undefined: another program. */
  readonly askers: readonly (RunName | undefined)[];
  readonly isEarlier: boolean;
  readonly isSame: boolean;
  readonly decision: RuleDecision;
}

const laws: Readonly<Record<string, (of: Case) => boolean>> = {
  "A run never overrides what a newer run asked for": ({ askers, decision }) =>
    !askers.includes("newer") || decision.kind !== "send",
  "A run follows what only older runs asked for, if it requests something else": (of) =>
    !of.askers.every((asker) => asker === "older") || of.isSame || of.decision.kind === "send",
  "A run repeats nothing that succeeded after its creation": ({ isSame, isEarlier, decision }) =>
    !isSame || isEarlier || decision.kind !== "send",
  "A run asks for one more of what had succeeded before its creation": ({ askers, isEarlier, decision }) =>
    !isEarlier || askers.includes("newer") || decision.kind === "send",
};

/** Every latest attempt: who sent it, who was answered with it, when it succeeded, and from which request. */
function* cases(rules: Rules): Generator<Case> {
  const names = Object.fromEntries(
    Object.entries(created).map(([name, at]) => [name, rules.runName(second(at), at)]),
  ) as Record<RunName, string>;
  const runOf = (name: RunName | undefined) => name && names[name];
  const { knownLatest, force } = rules.runIntent({ run: names.own, createdAt: second(created.own) });
  const intent = { requestDigest: "A", idempotencyKey: "own", knownLatest, force };
  const askers = [undefined, "older", "newer"] as const;
  for (const sender of askers)
    for (const answered of [[], ...askers.map((one) => [one])])
      for (const endedAt of [15, 25])
        for (const requestDigest of ["A", "B"]) {
          const latest = attempt("a1", {
            status: "succeeded",
            certificateId: "c1",
            requestDigest,
            run: runOf(sender),
            answeredKeys: answered.map((one) => ({ key: "k", run: runOf(one) })),
            endedAt: second(endedAt).toISOString(),
          });
          yield {
            latest,
            askers: [sender, ...answered],
            isEarlier: endedAt < created.own,
            isSame: requestDigest === "A",
            decision: rules.decide([latest], intent),
          };
        }
}

export function tryRuns(rules: Rules): RulesResult {
  return tryAll(cases(rules), laws, (of) => JSON.stringify(of));
}
