import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tryDecisions } from "./decisions.ts";
import { tryImportedTimes } from "./imported-times.ts";
import { importPairs, tryImports } from "./imports.ts";
import { tryInterleavings } from "./interleavings.ts";
import { tryMerges } from "./merges.ts";
import { tryImportedRequests, tryImportSequences, tryStatements } from "./statements.ts";
import { type Rules, type RulesResult, rules } from "./subject.ts";

type Trial = (rules: Rules) => RulesResult | Promise<RulesResult>;

const decisions: Trial[] = [(rules) => tryDecisions(rules, 1), (rules) => tryDecisions(rules, 2, 21)];
const interleavings: Trial = (rules) => tryInterleavings(rules, 2, 1);
const merges: Trial[] = [(rules) => tryMerges(rules, 1), (rules) => tryMerges(rules, 2)];
const statements: Trial = (rules) => tryStatements(rules, 3);
const imports: Trial[] = [
  (rules) => tryImportedRequests(rules, 3),
  (rules) => tryImportSequences(rules, 4),
  (rules) => tryImportedTimes(rules, 3),
  (rules) => tryImports(rules, importPairs),
];

/** The files in which mistakes are made, and what is tried with a mistake in one of them, until a law breaks. */
const sources: Readonly<Record<string, readonly Trial[]>> = {
  attempt: [statements, interleavings, ...merges],
  history: [interleavings, statements, ...merges, ...imports],
  import: [...imports, ...merges],
  "import-problem": imports,
  journal: [statements, ...imports],
  merge: merges,
  "request-digest": decisions,
  resolution: [statements],
  rules: [...decisions, interleavings],
  snapshot: merges,
};

/**
 * First what the promise needs (†: a draft of it broke without), switched off, then smaller mistakes. The laws have to notice: a rule
 * that they do not miss is not needed. A line says what is switched off; in which file; what stands in the file once → what stands
 * there instead. A line that begins with a plus is one more change of the mistake above it. What the provider and the action add is
 * not in these files: Stryker makes mistakes in the provider's sources (part `mutation`), and the action has tests of its own.
 */
const mistakes = String.raw`
rule 1: nothing is sent while an attempt is open | rules | if (open) return → if (open && false) return
rule 2: an answered key stays answered | rules | if (keyed) → if (keyed && false)
rule 3: the same request is already done | rules | if (isSameRequest(latest, intent) && → if (false && isSameRequest(latest, intent) &&
rule 4: the caller knows the latest | rules | return isKnown ? → return true ?
† max-age looks at the age alone: a young certificate of another request blocks | rules | if (intent.maxAgeMs !== undefined && !isOlderThan(latest, intent.maxAgeMs, now)) → if (intent.maxAgeMs !== undefined && !isOlderThan(latest, intent.maxAgeMs, now) && differOnlyInTriggers(latest.requestDigest, intent.requestDigest))
† a young certificate of an unknown request blocks | request-digest | if (one === undefined || other === undefined) return false; → if (one === undefined || other === undefined) return true;
† without a certificate a renewal blocks | rules | intent.supersede !== undefined || intent.maxAgeMs !== undefined; → intent.supersede !== undefined;
† an unknown age blocks | rules | return certificateAge(attempt, now) > maxAgeMs; → return !(certificateAge(attempt, now) <= maxAgeMs);
† an age in the future blocks | rules | return certificateAge(attempt, now) >= 0; → return true;
† a statement of a configuration counts once | journal | if (isTakenBack || wasStated) leftOver → if (isTakenBack) leftOver
† also one that a state brought | journal | [attempt.storedStatement, ...attempt.statements].includes → attempt.statements.includes
† a configuration that denies a certificate is left over | journal | if (isTakenBack || wasStated) leftOver → if (wasStated) leftOver
† an import is refused while an attempt is open | journal | const blocked = await this.importBlocked(snapshot, service); → const blocked = undefined;
† an import is refused if anything was sent meanwhile | import | if (event.seen !== seenDigest(attempts, event.attempt)) return undefined; → (nothing)
† an import is refused if the order was reissued after it | import-problem | if (isReissuedAfter(attempts, certificateId)) → if (false)
† also if a person stated that reissue | import | succeeded.filter(({ isImported }) => !isImported) → succeeded.filter(({ isImported, isStated }) => !isImported && !isStated)
† earlier imports do not count as reissues | import | succeeded.filter(({ isImported }) => !isImported) → succeeded
† a file imports a certificate once | import-problem | if (!isTyped && wasImported → if (false && wasImported
† a file does not change a request | import | isTyped && stated.requestDigest !== undefined && → stated.requestDigest !== undefined &&
† a person says that a request is corrected | import-problem | isImported && (corrects || addsTo(before, after)); → isImported;
an import makes a certificate older than its reissue | import-problem | if (maker && isIssuedBefore → if (false && isIssuedBefore
an import corrects what a reissue recorded | import-problem | isImported && (corrects || addsTo(before, after)); → corrects || addsTo(before, after);
an import without a request forgets the known one | import | isTyped && stated.requestDigest !== undefined && → isTyped &&
what an import adds contradicts | import-problem | (corrects || addsTo(before, after)) → corrects
† the sender named the certificate of a state | merge | const heard = withWord(journal, senderWord, { certificateId, at: issuedAt ?? endedAt }); → const heard = journal;
† a person named the certificate of a state | merge | return isRepeated ? heard : withStoredStatement(heard, state.storedStatement, endedAt); → return state.storedStatement ? withWord(heard, "done", { certificateId: state.storedStatement, at: endedAt }) : heard;
† what a state brings ranks below what people state to the journal | attempt | [stored, ...statements] → [...statements, stored]
† the strongest word of the sender counts, not the last | attempt | if (!isStrongerWord(word, attempt.senderWord)) return attempt; → (nothing)
† a certificate is never taken back | attempt | return all.findLast((statement) => statement !== null) ?? all.at(-1); → return all.at(-1);
† the last statement counts, not the first | attempt | return all.findLast( → return all.find(
merge by attempt id | merge | attemptId === attempt.attemptId) → false && attemptId === attempt.attemptId)
merge by certificate id | merge | if (isSuccess && findMaker( → if (false && findMaker(
the state's list of earlier certificates | merge | [previous, ...earlier].filter → [previous].filter
what the state's certificate replaced | merge | [previous, ...earlier].filter → [...earlier].filter
never guess that a certificate is newer | merge | if (place === undefined) unclear = attempt; → if (place === undefined) attempts.push(attempt);
an attempt made what a person imported | merge | const attempts = withMakers(journal, records); → const attempts = [...journal];
never guess that a certificate is older | merge | if (place === undefined) unclear = attempt; → if (place === undefined) attempts.unshift(attempt);
an apply writes what the state proves | snapshot | if (isStrongerWord(senderWord, written.senderWord) && → if (false &&
an apply writes what only the state knows | snapshot | return isPlaced ? → return false ?
an apply writes what a person stated by a state | snapshot | if (attempt.storedStatement !== written.storedStatement) events.push(fromState()); → (nothing)
an apply writes what a person states | snapshot | return [...events, ...resolvedEvents(attempt, written.statements.length, at)]; → return events;
no certificate is written behind an open attempt | snapshot | attempt.status !== "succeeded" || !merged.slice(0, index).some(isOpen) → true
resolve before merge | snapshot | ({ ...record, attempts: record.attempts.map(resolve) }) → record
an import sees what the state brings | snapshot | importOnTop(orderId, known.attempts, imported → importOnTop(orderId, inJournal, imported
an answered key is recorded | history | answeredKeys: [...attempt.answeredKeys, event.key] → answeredKeys: attempt.answeredKeys

only the last attempt may be open | rules | history.find(isOpen) → history.slice(-1).find(isOpen)
supersede lifts rule 1 | rules | if (open) return → if (open && !intent.supersede) return
supersede lifts rule 2 | rules | if (keyed) → if (keyed && latest?.attemptId !== intent.supersede)
an outdated key is answered | rules | return isSameRequest(keyed, intent) && isStillLatest(keyed, latest) → return isSameRequest(keyed, intent)
a key is answered for any request | rules | return isSameRequest(keyed, intent) && isStillLatest(keyed, latest) → return isStillLatest(keyed, latest)
a key is not answered once its certificate was imported | rules | return isSameRequest(keyed, intent) && isStillLatest(keyed, latest) → return isSameRequest(keyed, intent) && keyed === latest
a key is answered with a certificate that has the same id | rules | isImported === true && → (nothing)
a key is answered with an import from another request | rules | && requestDigest === attempt.requestDigest → (nothing)
a used key is sent | rules | : { kind: "blocked", reason: "key-used", attempt: keyed }; → : { kind: "send" };
the first attempt of a key counts | rules | const keyed = history.findLast( → const keyed = history.find(
a void attempt uses its key up | rules | key === undefined || status !== "succeeded" → key === undefined
no key equals no key | rules | key === undefined || status !== "succeeded" → status !== "succeeded"
only the own key counts | rules | idempotencyKey === key || answeredKeys → idempotencyKey === key && answeredKeys
nothing begins | rules | return needsCertificate ? { kind: "blocked" → return true ? { kind: "blocked"
supersede is ignored | rules | if (intent.supersede !== undefined)\n → if (false)\n
supersede names any attempt | rules | latest.attemptId === intent.supersede → true
supersede needs no certificate | rules | intent.supersede !== undefined || intent.maxAgeMs !== undefined; → intent.maxAgeMs !== undefined;
supersede of another attempt is ignored | rules | if (intent.supersede !== undefined)\n → if (intent.supersede === latest.attemptId)\n
force is ignored | rules | !(isKnown && intent.force) → true
force needs no knowledge | rules | !(isKnown && intent.force) → !intent.force
knowledge forces | rules | !(isKnown && intent.force) → !isKnown
unknown requests are the same | rules | return intent.requestDigest !== undefined && requestDigest → return requestDigest
all requests are the same | rules | return intent.requestDigest !== undefined && requestDigest === intent.requestDigest; → return intent.requestDigest !== undefined;
rule 4 is the wrong way round | rules | return isKnown ? → return !isKnown ?
rule 4 blocks every caller | rules | return isKnown ? → return false ?
the first success is the latest | rules | return history.findLast(({ status }) → return history.find(({ status })
an open attempt is the latest | rules | findLast(({ status }) => status === "succeeded") → findLast(({ status }) => status !== "void")
a void attempt is the latest | rules | findLast(({ status }) => status === "succeeded") → findLast(({ status }) => status !== "open")
an attempt is known by its certificate only | rules | const known = byId ?? ( → const known = (
an attempt is known by its id only | rules | (isTwice || isReplaced ? undefined : named.at(-1)) → undefined
a certificate id that was given twice is the last one's | rules | (isTwice || isReplaced ? → (isReplaced ?
a certificate that was replaced is known as the latest | rules | (isTwice || isReplaced ? → (isTwice ?
an import of a known certificate is not known | rules | attempt === known || (attempt.isImported && id !== undefined && attempt.certificateId === id) → attempt === known
an earlier import stands for a later reissue | rules | return succeeded.findLast(\n      (attempt) =>\n        attempt === known || (attempt.isImported && id !== undefined && attempt.certificateId === id),\n    ); → return succeeded.findLast((attempt) => attempt.isImported && attempt.certificateId === id) ?? known;
every import is known | rules | (attempt.isImported && id !== undefined && attempt.certificateId === id) → attempt.isImported
a renewal is due at its limit | rules | return certificateAge(attempt, now) > maxAgeMs; → return certificateAge(attempt, now) >= maxAgeMs;
a renewal ignores its limit | rules | return certificateAge(attempt, now) > maxAgeMs; → return certificateAge(attempt, now) > 0;
a renewal needs no knowledge of the latest | rules | const isKnown = intent.knownLatest(history) === latest; → const isKnown = intent.maxAgeMs !== undefined || intent.knownLatest(history) === latest;
a young certificate is always already done | rules | return hasAge(latest, now) && differOnlyInTriggers(latest.requestDigest, intent.requestDigest) → return hasAge(latest, now)
other triggers block a renewal | rules | differOnlyInTriggers(latest.requestDigest, intent.requestDigest) → latest.requestDigest === intent.requestDigest
the age of an import counts from when it was sent | rules | return isImported ? issuedAt : (sentAt ?? issuedAt); → return sentAt ?? issuedAt;
the age of a reissue counts from its outcome | rules | return isImported ? issuedAt : (sentAt ?? issuedAt); → return issuedAt;
an open attempt of the state does not block | merge | const place = isSuccess → if (attempt.status === "open") continue;\n      const place = isSuccess
the chain is ignored | merge | if (later >= 0) return later; → (nothing)
an import stands before the attempt that made it | merge | return maker ? [maker, attempt] → return maker ? [attempt, maker]
a certificate stands behind what replaced it | merge | if (later >= 0) return later; → if (later >= 0) return later + 1;
a void attempt proves what it replaced | merge | attempt.status !== "void" && attempt.previous → attempt.previous
a certificate that only the state knows is never the first | merge | latest === undefined || older → latest !== undefined && older
an open attempt makes its certificate known | import | (attempt) => attempt.status === "succeeded" && attempt.certificateId → (attempt) => attempt.certificateId
what is written loses its place | snapshot | follows: previousAttempt?.attemptId ?? null → follows: null
what is written loses what it replaced | snapshot | key,\n    previous,\n → key,\n
a state's statement is written with a person's inside | snapshot | statement: attempt.storedStatement, → statement: attempt.statements.at(-1) ?? attempt.storedStatement,
a person's statement about a state's attempt is not written | snapshot | [fromState(), ...resolvedEvents(attempt, 0, at)] → [fromState()]
an import is written while an attempt is open | snapshot | if (!isExpected || attempts.some(isOpen) || → if (!isExpected ||
an import is written although the order was reissued since | snapshot | if (!isExpected || attempts.some → if (attempts.some
an import is written before what the state brings | snapshot | event ? [...unwritten, event] : unwritten → event ? [event, ...unwritten] : unwritten
what a state brings stands at its place in the log | history | this.#insert(attemptFromState(event), place); → this.#insert(attemptFromState(event), this.#order.length);
a second entry of a state has no word | history | const heard = withWord(known, word, { certificateId, at: issuedAt ?? at }); → const heard = known;
a second entry of a state has no statement | history | this.#put(withStoredStatement(heard, statement, at)); → this.#put(heard);
an import does not move its certificate | history | this.#order = attempts.map(({ attemptId }) => attemptId); → if (!this.#order.includes(event.attempt)) this.#order.push(event.attempt);
sent and unknown stay open when a person denies them | attempt | if (statement === null && word !== "done-unread") → if (false)
done-unread can be denied | attempt | if (statement === null && word !== "done-unread") → if (statement === null)
rejected is open | attempt | if (word === "rejected" || word === "not-sent") → if (word === "not-sent")
not-sent is open | attempt | if (word === "rejected" || word === "not-sent") → if (word === "rejected")
a person overrules done | attempt | if (word === "done")\n    return → if (word === "done" && typeof statement !== "string")\n    return
a person cannot correct rejected | attempt | if (typeof statement === "string")\n → if (typeof statement === "string" && word !== "rejected")\n
a person cannot name the certificate of done-unread | attempt | if (typeof statement === "string")\n → if (typeof statement === "string" && word !== "done-unread")\n
rejected is weaker than unknown | attempt | rejected: 2, → rejected: 0,
done-unread is weaker than rejected | attempt | "done-unread": 3, → "done-unread": 1,
done is weaker than done-unread | attempt | done: 4, → done: 2,
an import is the attempt that made its certificate | import | const attempt = importedAttemptId(orderId, certificateId); → const attempt = findMaker(attempts, certificateId)?.attemptId ?? importedAttemptId(orderId, certificateId);
an import names only how many attempts it saw | import | const ids = attempts.map(({ attemptId }) => attemptId).filter((id) => id !== own); → const ids = attempts.filter(({ attemptId }) => attemptId !== own).length;
a second import of a certificate is one more attempt | import | return [...others, importedAttempt(attempts, event)]; → return [...attempts, importedAttempt(attempts, event)];
a state replaces a date that the journal has | import | typedTime ?? findStatedTime(attempts, certificateId) ?? stated.issuedAt ?? → typedTime ?? stated.issuedAt ?? findStatedTime(attempts, certificateId) ??
a state takes a typed date back that it has not read | import | const typedTime = keepsDate ? findMaker(attempts, certificate)?.typedTime : issuedAt; → const typedTime = keepsDate ? undefined : issuedAt;
a date of a state counts as typed | import | keepsDate: typedTime === undefined || undefined, → keepsDate: undefined,
a typed date counts for a later certificate with the same id | import | findMaker(attempts, certificate)?.typedTime : → attempts.find((one) => one.attemptId === id)?.typedTime :
a typed date is not written if a state brought the same one | import | latest.typedTime === typedTime && → (nothing)
a certificate is older than what came before it | import | .slice(made + 1) → (nothing)
an import of a reissued certificate does not count as a reissue | import | const isReissue = (attempt: Attempt) => reissued.has(attempt.certificateId); → const isReissue = (attempt: Attempt) => !attempt.isImported;
the latest has to be imported as the latest | import-problem | if (!latest || latest.certificateId === certificateId || bringsBack) → if (!latest || bringsBack)
a file cannot import anything twice, and neither can a person | import-problem | if (!isTyped && wasImported → if (wasImported
the time of an import is not compared | import-problem | if (bought && isIssuedBefore(issuedAt, bought)) → if (false)
the time of an import is compared with imports only | import-problem | status === "succeeded" && !isImported → status === "succeeded" && isImported
an import that did not count is reported as done | journal | if (latest && isImportKnown(attempts, statement)) return → if (latest) return
a certificate can be denied | resolution | if (status === "succeeded")\n    return → if (false)\n    return
a reported success can be denied | resolution | if (senderWord === "done-unread") → if (false)
a person overrules the service's answer | resolution | if (isAnswered(attempt)) return resolvedDifferently → if (false) return resolvedDifferently
a statement is written twice | resolution | if (!isOpen(attempt) && result === certificateId) return "stands"; → (nothing)
statements are judged without the state | journal | mergeHistory(history.attempts, records); → mergeHistory(history.attempts, []);
`;

/** Makes each mistake in a copy of the rules. Returns how many there are, and those that break no law. */
export async function tryMistakes(): Promise<{ count: number; missed: string[] }> {
  const all = mistakes.replaceAll("\n+ ", " | ").split("\n").filter(Boolean);
  const missed: string[] = [];
  for (const line of all) {
    const [title = "", source = "", ...changes] = line.split(" | ");
    if (!(await breaks(sources[source] ?? [], await loadRules(title, source, changes)))) missed.push(title);
  }
  return { count: all.length, missed };
}

const journalFolder = new URL("../../../src/journal/", import.meta.url);
const modules = ["attempt", "history", "import", "journal", "merge", "rules", "snapshot"];

/** A copy of the rules, with changes in one file. Stores and other folders are not copied. */
async function loadRules(title: string, source: string, changes: readonly string[]): Promise<Rules> {
  const folder = mkdtempSync(join(tmpdir(), "rules-"));
  try {
    for (const file of readdirSync(journalFolder).filter((name) => name.endsWith(".ts"))) {
      let text = readFileSync(new URL(file, journalFolder), "utf8").replaceAll(
        /from "(\.\.?\/.*\/.*|\.\.\/.*)"/g,
        (_, path: string) => `from "${new URL(path, journalFolder).href}"`,
      );
      for (const change of file === `${source}.ts` ? changes : []) {
        const [from = "", to = ""] = change.replaceAll("\\n", "\n").split(" → ");
        if (text.split(from).length !== 2)
          throw new Error(`${title}: ${file} does not have this once: ${from}`);
        text = text.replace(from, () => (to === "(nothing)" ? "" : to));
      }
      writeFileSync(join(folder, file), text);
    }
    const loaded: object[] = [];
    for (const name of modules)
      loaded.push(await import(/* @vite-ignore */ pathToFileURL(join(folder, `${name}.ts`)).href));
    return Object.assign({}, rules, ...loaded) as Rules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function breaks(trials: readonly Trial[], mistaken: Rules): Promise<boolean> {
  for (const trial of trials)
    try {
      if ((await trial(mistaken)).broken !== undefined) return true;
    } catch {
      // It does not work at all any more.
      return true;
    }
  return false;
}
