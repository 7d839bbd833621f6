import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tryDecisions } from "./decisions.ts";
import { tryInterleavings } from "./interleavings.ts";
import { tryMerges } from "./merges.ts";
import { tryRuns } from "./runs.ts";
import type { Rules, RulesResult } from "./subject.ts";

/** The files that the rules are made of, and what is tried with a mistake in one of them, until a law breaks. */
const sources: Readonly<Record<string, readonly [file: string, ...((rules: Rules) => RulesResult)[]]>> = {
  attempt: ["journal/attempt.ts", (rules) => tryInterleavings(rules, 2, 1), (rules) => tryMerges(rules, 2)],
  rules: ["journal/rules.ts", (rules) => tryDecisions(rules, 1), (rules) => tryDecisions(rules, 2, 12)],
  merge: ["journal/merge.ts", (rules) => tryMerges(rules, 1), (rules) => tryMerges(rules, 2)],
  snapshot: ["journal/snapshot.ts", (rules) => tryMerges(rules, 1), (rules) => tryMerges(rules, 2)],
  "service-ref": ["journal/service-ref.ts"],
  runs: ["action/run-intent.ts", tryRuns],
};

/**
 * First each rule, switched off, then smaller mistakes. The laws have to notice: a rule that they do not miss is not needed. A line
 * says what is switched off; in which file; what stands in the file once → what stands there instead. A line that begins with a plus
 * is one more change of the mistake above it. What the provider adds is not in these files: Stryker makes mistakes in its sources
 * (part `mutation`).
 */
const mistakes = String.raw`
rule 1: nothing is sent while an attempt is open | rules | if (open) return → if (open && false) return
rule 2: an answered key stays answered | rules | if (keyed) → if (keyed && false)
rule 3: the same request is already done | rules | if (isSameRequest(latest, intent) && → if (false && isSameRequest(latest, intent) &&
rule 4: the caller knows the latest | rules | return isKnown ? → return true ?
merge by attempt id | merge | attemptId === attempt.attemptId) → false && attemptId === attempt.attemptId)
merge by certificate id | merge | attempt.certificateId === certificateId, → false,
the state's list of earlier certificates | merge | [before, ...earlier].filter → [before].filter
what an open attempt of the state replaced | merge | [before, ...earlier].filter → [...earlier].filter
never guess that a certificate is newer | merge | if (place === undefined) unclear = attempt; → if (place === undefined) attempts.push(attempt);
never guess that a certificate is older | merge | if (place === undefined) unclear = attempt; → if (place === undefined) attempts.unshift(attempt);
a mistaken import can be corrected | merge | later.length > 0 && later.every → false && later.every
an apply writes what the state proves | snapshot | return [{ event: "done" → return [] ?? [{ event: "done"
an apply writes what only the state knows | snapshot | return isPlaced ? → return false ?
no certificate is written behind an open attempt | snapshot | status !== "succeeded" || !attempts.slice(0, index).some(isOpen) → true
resolve before merge | snapshot | const resolved = recorded.map(resolve); → const resolved = recorded;
+ const { attempts, unclear, corrected } → const { attempts: merged, unclear, corrected }
+ witness.attempts.map(resolve) → witness.attempts
+ const before = new Map( → const attempts = merged.map(resolve);\n  const before = new Map(
an answered key is recorded | attempt | key: event.key, run → key: "-", run
a run knows what an older run made | runs | hadSucceeded(latest) || isOfOlderRuns → hadSucceeded(latest)
what answered a newer run is that run's | runs | [latest, ...latest.answeredKeys] → [latest]
a run forces only what had succeeded when it was created | runs | force: hadSucceeded → force: () => true

only the last attempt may be open | rules | history.find(isOpen) → history.slice(-1).find(isOpen)
supersede lifts rule 1 | rules | if (open) return → if (open && !intent.supersede) return
supersede lifts rule 2 | rules | if (keyed) → if (keyed && latest?.attemptId !== intent.supersede)
an outdated key is answered | rules | keyed === latest && isSame → isSame
a key is answered for any request | rules | keyed === latest && isSameRequest(keyed, intent) → keyed === latest
a used key is sent | rules | : { kind: "blocked", reason: "key-used", attempt: keyed }; → : { kind: "send" };
the first attempt of a key counts | rules | const keyed = history.findLast( → const keyed = history.find(
a void attempt uses its key up | rules | key === undefined || status !== "succeeded" → key === undefined
no key equals no key | rules | key === undefined || status !== "succeeded" → status !== "succeeded"
only the own key counts | rules | idempotencyKey === key || answeredKeys → idempotencyKey === key && answeredKeys
nothing begins | rules | if (latest === undefined) return { kind: "send" }; → if (latest === undefined) return { kind: "blocked", reason: "nothing-to-supersede" };
supersede is ignored | rules | if (intent.supersede !== undefined) { → if (false) {
supersede names any attempt | rules | latest.attemptId === intent.supersede → true
supersede needs no certificate | rules | if (!latest) return { kind: "blocked", reason: "nothing-to-supersede" }; → if (!latest) return { kind: "send" };
supersede of another attempt is ignored | rules | if (intent.supersede !== undefined) { → if (intent.supersede === latest?.attemptId || !latest) {
force is ignored | rules | !(isKnown && forces(intent, latest)) → true
force needs no knowledge | rules | !(isKnown && forces(intent, latest)) → !forces(intent, latest)
knowledge forces | rules | !(isKnown && forces(intent, latest)) → !isKnown
force is not asked about the latest | rules | typeof force === "function" ? force(latest) : force → force !== false
unknown requests are the same | rules | intent.requestDigest !== undefined && requestDigest → requestDigest
all requests are the same | rules | && requestDigest === intent.requestDigest → (nothing)
rule 4 is the wrong way round | rules | return isKnown ? → return !isKnown ?
rule 4 blocks every caller | rules | return isKnown ? → return false ?
the first success is the latest | rules | history.findLast(({ status }) → history.find(({ status })
an open attempt is the latest | rules | findLast(({ status }) => status === "succeeded") → findLast(({ status }) => status !== "void")
a void attempt is the latest | rules | findLast(({ status }) => status === "succeeded") → findLast(({ status }) => status !== "open")
an attempt is known by its certificate only | rules | if (byId || certificateId === undefined) return byId; → (nothing)
an attempt is known by its id only | rules | if (byId || certificateId === undefined) return byId; → return byId;
a certificate id that was given twice is the last one's | rules | byCertificate.length === 1 && !isReplaced ? byCertificate[0] → !isReplaced ? byCertificate.at(-1)
a certificate that was replaced is known as the latest | rules | === 1 && !isReplaced → === 1
a state opens an attempt with a result | merge | if (strength[state.status] <= strength[journal.status]) return journal; → (nothing)
void beats succeeded | merge | void: 1, succeeded: 2 → void: 2, succeeded: 1
an open attempt of the state does not block | merge | const place = attempt.status → if (attempt.status === 'open') continue;\n      const place = attempt.status
the chain is ignored | merge | if (later >= 0) return later; → (nothing)
a certificate stands behind what replaced it | merge | if (later >= 0) return later; → if (later >= 0) return later + 1;
a void attempt proves what it replaced | merge | attempt.status !== "void" && → (nothing)
a mistaken import proves what it replaced | merge | &&\n      !isMistaken(attempt, earlier) → (nothing)
a certificate that only the state knows is never the first | merge | latest === undefined || older → latest !== undefined && older
every later attempt is a mistaken import | merge | return isImported && earlier → return earlier
a mistaken import needs no list | merge | return isImported && earlier.includes(certificateId) → return isImported
a resolution overrules a success of the state | snapshot | resolution && isStated → resolution
a correction is not written | snapshot | if (attempt === corrected) → if (false)
what is written loses its place | snapshot | follows: previous?.attemptId ?? null → follows: null
what is written loses what it replaced | snapshot | key,\n    replaced,\n → key,\n
attempts with a result are resolved again | snapshot | resolution === undefined || !isOpen(attempt) → resolution === undefined
an import stands at its place in the log | attempt | order.splice(place, 0, id); → order.push(id);
a success is taken back | attempt | if (known.status !== "succeeded" || changed.status === "succeeded") → if (true)
`;

/** Makes each mistake in a copy of the rules. Returns how many there are, and those that break no law. */
export async function tryMistakes(): Promise<{ count: number; missed: string[] }> {
  const all = mistakes.replaceAll("\n+ ", " | ").split("\n").filter(Boolean);
  const missed: string[] = [];
  for (const line of all) {
    const [title = "", source = "", ...changes] = line.split(" | ");
    const rules = await loadRules(title, source, changes);
    const [, ...trials] = sources[source] ?? [];
    if (!trials.some((trial) => breaks(() => trial(rules)))) missed.push(title);
  }
  return { count: all.length, missed };
}

/** A copy of the rules, with changes in one file. */
async function loadRules(title: string, source: string, changes: readonly string[]): Promise<Rules> {
  const folder = mkdtempSync(join(tmpdir(), "rules-"));
  try {
    const modules: object[] = [];
    for (const [name, [file]] of Object.entries(sources)) {
      const path = new URL(`../../../src/${file}`, import.meta.url);
      let text = readFileSync(path, "utf8").replace("../journal/index.ts", "./rules.ts");
      for (const change of name === source ? changes : []) {
        const [from = "", to = ""] = change.replaceAll("\\n", "\n").split(" → ");
        if (text.split(from).length !== 2)
          throw new Error(`${title}: ${name} does not have this once: ${from}`);
        text = text.replace(from, () => (to === "(nothing)" ? "" : to));
      }
      writeFileSync(join(folder, `${name}.ts`), text);
    }
    for (const name of Object.keys(sources))
      modules.push(await import(/* @vite-ignore */ pathToFileURL(join(folder, `${name}.ts`)).href));
    return Object.assign({}, ...modules) as Rules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function breaks(trial: () => RulesResult): boolean {
  try {
    return trial().broken !== undefined;
  } catch {
    // It does not work at all any more.
    return true;
  }
}
