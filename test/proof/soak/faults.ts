import type { Fault, FaultKind } from "../../../src/sandbox/index.ts";
import type { OperationName } from "../../harness/faults/calls.ts";
import { type Expected, expectedVerdict } from "../../harness/faults/row.ts";
import { faults, faultsInRefusals, type Verdict } from "../../harness/faults/sandbox.ts";
import type { Random } from "../../harness/random.ts";
import type { SeenRequest } from "./service.ts";

/** How the calls of a batch are made, and what may strike them. */
export type CallMode = "plain" | "secure" | "silent";

interface Kind {
  readonly name: string;
  readonly fault: Fault;
  readonly verdict: Verdict;
}

/** Long enough to be too long, and not too slow. */
const measure = { bytes: 1_200_000, everyMs: 1 } as const;

/** After it a call is tried again, which may be struck by the next one. */
export const rateLimit = "status 429";

const ordinary: readonly Kind[] = [
  ...Object.entries(faults)
    .filter(([kind]) => kind !== "hang")
    .map(([kind, verdict]) => ({ name: kind, fault: { kind: kind as FaultKind, ...measure }, verdict })),
  ...Object.entries(faultsInRefusals).map(([kind, verdict]) => ({
    name: withoutEffect(kind),
    fault: { kind: kind as FaultKind, effect: false, ...measure },
    verdict,
  })),
  status(429, "done", { "retry-after": "0" }),
  status(403, "rejected http_403"),
  status(408, "unknown http_408"),
  status(302, "unknown http_302"),
  status(500, "unknown http_500"),
];
/** Only before a TLS handshake is it certain that nothing was sent. */
const refused: Kind = { name: "refuse", fault: { kind: "refuse" }, verdict: { both: "done" } };
const silence: Kind = { name: "hang", fault: { kind: "hang" }, verdict: faults.hang };

export const kinds: readonly Kind[] = [...ordinary, refused, silence];

function status(number: number, both: Expected, headers: Fault["headers"] = {}): Kind {
  return { name: `status ${number}`, fault: { kind: "status", status: number, headers }, verdict: { both } };
}

function withoutEffect(kind: string): string {
  return `${kind} without effect`;
}

/** The part of the calls that something strikes. In silence, it is all of them: so many time out together. */
const share = 0.05;

/** Draws what strikes the calls of a batch: which of them is left to chance, and every kind gets its turn. */
export function drawFaults(mode: CallMode, calls: number, random: Random): Pick<Kind, "name" | "fault">[] {
  const first = random.below(ordinary.length);
  const kindAt = (turn: number): Kind => {
    if (mode === "silent") return silence;
    if (mode === "secure" && turn % 4 === 0) return refused;
    return ordinary[(first + turn) % ordinary.length] as Kind;
  };
  const drawn: Pick<Kind, "name" | "fault">[] = [];
  for (let after = 0; after < calls; after++) {
    if (mode !== "silent" && random.next() >= share) continue;
    const { name, fault } = kindAt(drawn.length);
    drawn.push({ name, fault: { ...fault, after } });
  }
  return drawn;
}

export function nameOf({ fault, status: answered, carriedOut }: SeenRequest): string | undefined {
  if (fault === "status") return `status ${answered}`;
  const spoilsRefusal = fault !== undefined && faults[fault as keyof typeof faults].happens && !carriedOut;
  return spoilsRefusal ? withoutEffect(fault) : fault;
}

/** What has to become of a call that was struck by this last, or by nothing. */
export function expectedAfter(operation: OperationName, struckBy: string | undefined): Expected | undefined {
  if (struckBy === undefined) return "done";
  const kind = kinds.find(({ name }) => name === struckBy);
  return kind && expectedVerdict(kind.verdict, operation);
}
