import { expect, test } from "vitest";
import { DeployedOrder } from "../../harness/journal/deployed-order.ts";
import { searchDeployments } from "../../harness/journal/deployment-search.ts";

/**
 * What happens, word by word: `a1=c1` a reissue is answered, `a1` it is sent, `a1?` its answer is lost, `a1#` it is rejected, `a1:c1` a person resolves it, `a1:-` as not
 * happened, `import:c1`, `state:a1=c1` before all others, `!c1` the service calls back, `run` the program succeeds, `fail` it fails or is
 * killed, `skip` the certificate is left to others, `other:run` by another receiver, `lose` the journal loses its last attempt.
 */
function after(words: string): DeployedOrder {
  let order = new DeployedOrder();
  for (const word of words.split(" ")) order = next(order, word);
  return order;
}

function next(order: DeployedOrder, word: string): DeployedOrder {
  const [, attempt = "", sign = "", certificate = ""] = /^(\w+)([=:?#]?)(\S*)$/.exec(word) ?? [];
  if (word.startsWith("!")) return order.callBack(word.slice(1));
  if (word === "lose") {
    const last = order.attempts.at(-1)?.attemptId;
    const isKept = (event: object) => !("attempt" in event) || event.attempt !== last;
    return new DeployedOrder(order.journal.filter(isKept), order.callbacks);
  }
  if (/^(?:other:)?(?:run|fail|skip)$/.test(word)) {
    const receiver = word.startsWith("other:") ? "other" : "r";
    const decision = order.decide(receiver);
    if (decision.kind !== "behind") throw new Error(`${word}: ${decision.kind}`);
    if (word.endsWith("skip")) return order.program("skipped", decision.newest, receiver);
    const begun = order.program("deploying", decision.newest, receiver);
    return word.endsWith("fail") ? begun : begun.program("deployed", decision.newest, receiver);
  }
  if (attempt === "import") return order.import(certificate);
  if (attempt === "state") return order.fromState(...(certificate.split("=") as [string, string]), null);
  if (sign === ":") return order.resolve(attempt, certificate === "-" ? null : certificate);
  const begun = order.attempts.some(({ attemptId }) => attemptId === attempt) ? order : order.send(attempt);
  if (sign === "#") return begun.reject(attempt);
  return sign === "" ? begun : begun.answer(attempt, certificate || undefined);
}

test.each([
  ["no callback yet", "a1=c1", "nothing-issued"],
  ["the first callback", "a1=c1 !c1", "behind c1"],
  ["deployed", "a1=c1 !c1 run", "up-to-date c1"],
  ["repeated", "a1=c1 !c1 run !c1", "up-to-date c1"],
  ["before the answer", "a1 !c1 a1=c1", "behind c1"],
  ["previous, while its successor is open", "a1=c1 a2? !c1", "behind c1"],
  ["previous, while its successor is not issued", "a1=c1 !c1 run a2=c2", "up-to-date c1"],
  ["out of order", "a1=c1 a2=c2 !c2 !c1", "behind c2"],
  ["late, after the newer one was deployed", "a1=c1 a2=c2 !c2 run !c1", "up-to-date c2"],
  ["late, after the newer one failed", "a1=c1 a2=c2 !c2 fail !c1", "behind c2"],
  ["the older one failed", "a1=c1 !c1 fail a2=c2 !c2", "behind c2"],
  ["no attempt known", "a1=c1 !x", "nothing-issued"],
  ["no attempt known, beside a deployed one", "a1=c1 !c1 run !x", "up-to-date c1"],
  ["no attempt of the order known", "!x", "nothing-issued"],
  ["open", "a1? !c1", "nothing-issued"],
  ["resolved later", "a1? !c1 a1:c1", "behind c1"],
  ["resolved as not happened", "a1? !c1 a1:-", "nothing-issued"],
  ["resolved as not happened, then corrected", "a1? a1:- !c1 a1:c1", "behind c1"],
  ["rejected, then corrected", "a1# !c1 a1:c1", "behind c1"],
  ["an older attempt is resolved later", "a1? a1:- a2=c2 !c1 !c2 run a1:c1", "up-to-date c2"],
  ["corrected, with both callbacks", "a1? !c1 !x a1:x run a1:c1", "behind c1"],
  ["corrected, before the callback", "a1=c1 !c1 run a2? !x a2:x run a2:c2", "ahead c1"],
  ["corrected, after the callback", "a1=c1 !c1 run a2? !x a2:x run a2:c2 !c2", "behind c2"],
  ["the sender corrects the person", "a1? !x a1:x run a1=c1 !c1", "behind c1"],
  ["same id twice, before the second callback", "a1=c1 !c1 run a2=c1", "up-to-date c1"],
  ["same id twice", "a1=c1 !c1 run a2=c1 !c1", "behind c1"],
  ["same id twice, deployed", "a1=c1 !c1 run a2=c1 !c1 run !c1", "up-to-date c1"],
  ["a known id is stated for a later attempt", "a1=c1 !x a2? a2:x !x", "behind x"],
  ["same id twice, with another one between", "a1=c1 !c1 run a2=c2 !c2 run a3=c1", "up-to-date c2"],
  ["import first", "import:c1", "nothing-issued"],
  ["import first, then its callback", "import:c1 !c1", "behind c1"],
  ["import of what is deployed", "a1=c1 !c1 run import:c1", "up-to-date c1"],
  ["import of what is not issued", "a1=c1 import:c1", "nothing-issued"],
  ["import of what is not issued, then its callback", "a1=c1 import:c1 !c1", "behind c1"],
  ["import of a successor that is not issued", "a1=c1 !c1 run a2=c2 import:c2", "up-to-date c1"],
  ["import @latest", "a1=c1 !c1 run import:x", "behind x"],
  ["import @latest of what was called back", "a1=c1 !c1 run !x import:x run", "up-to-date x"],
  ["a reissue after an import", "a1=c1 import:x run a2=c2 !c2", "behind c2"],
  ["bring back", "a1=c1 !c1 a2=c2 !c2 run import:c1", "behind c1"],
  ["bring back, and back again", "a1=c1 !c1 a2=c2 !c2 run import:c1 run import:c2", "behind c2"],
  ["a failing rollback", "a1=c1 !c1 a2=c2 !c2 run import:c1 fail", "behind c1"],
  ["a failing rollback is taken back", "a1=c1 !c1 a2=c2 !c2 run import:c1 fail import:c2", "behind c2"],
  ["a void attempt before an import of the same id", "a1=c1 !c1 run a2? a2:- import:c1", "up-to-date c1"],
  ["from state, older", "a1=c1 !c1 run state:a0=c0 !c0", "up-to-date c1"],
  ["from state, alone", "state:a0=c0 !c0", "behind c0"],
  ["from state, before its callback", "state:a0=c0", "nothing-issued"],
  ["killed between the program and its entry", "a1=c1 !c1 fail", "behind c1"],
  ["skipped", "a1=c1 !c1 skip", "up-to-date c1"],
  ["issued after what was skipped", "a1=c1 !c1 skip a2=c2 !c2", "behind c2"],
  ["present unknown", "a1=c1 !c1 a2=c2 !c2 run lose", "ahead c1"],
  ["present unknown, late callback of an older one", "a1=c1 a2=c2 !c2 run lose !c1", "ahead c1"],
  ["present unknown, issued later", "a1=c1 !c1 a2=c2 !c2 run lose a3=c3 !c3", "behind c3"],
  ["present unknown, resolved later", "a1? !c1 a1:- a2=c2 !c2 run lose a1:c1", "behind c1"],
  ["present unknown, brought back", "a1=c1 !c1 a2=c2 !c2 run lose a3? a3:- import:x", "behind x"],
  ["present unknown, imported again", "a1=c1 !c1 a2=c2 !c2 run lose import:c1", "behind c1"],
  ["other receiver's entries", "a1=c1 !c1 other:run", "behind c1"],
  ["other receiver is behind", "a1=c1 !c1 run a2=c2 !c2 other:fail run", "up-to-date c2"],
])("What to deploy: %s (%s)", (_, words, expected) => {
  const decision = after(words).decide();
  const newest = decision.kind === "nothing-issued" ? "" : ` ${decision.newest.certificateId}`;
  expect(`${decision.kind}${newest}`).toBe(expected);
});

test("All 46,296 sequences of at most six steps end with the newest certificate, and none goes back by itself", () => {
  const { sequences, programs, ahead } = searchDeployments(6);
  expect(sequences).toBe(46_296);
  expect(programs).toBeGreaterThan(9_000);
  expect(ahead).toBeGreaterThan(0);
}, 120_000);
