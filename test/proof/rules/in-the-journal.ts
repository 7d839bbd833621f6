import { dayMs } from "../../../src/contract/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { done, sent } from "../../harness/journal/events.ts";
import {
  commandIntent,
  renewalIntent,
  resourceIntent,
  startClaim,
  type TestIntent,
} from "../../harness/journal/intents.ts";
import type { RulesResult } from "./subject.ts";
import { type Process, type Try, TurnStore, tryGroups, tryTurns } from "./turns.ts";

// The journal itself, by several processes at once: every order in which their reads and writes can reach a store.

/** The same key, or the same request by callers who know nothing, is the same intent. */
export const callers = {
  "creates A": resourceIntent(),
  "creates B": resourceIntent({ requestDigest: "B" }),
  "types A": commandIntent(),
  "key x: A": commandIntent({ idempotencyKey: "x" }),
  /** Its store does not take the outcome. The process calls again with its key. */
  "key x: A, unrecorded": commandIntent({ idempotencyKey: "x" }),
} as const satisfies Record<string, TestIntent>;

/** They find a certificate that is old enough. */
export const renewers = {
  "renews by age: A": renewalIntent(60),
  "renews by age: B": renewalIntent(60, { requestDigest: "B" }),
} as const satisfies Record<string, TestIntent>;

const all: Readonly<Record<string, TestIntent>> = { ...callers, ...renewers };
export type CallerName = keyof typeof callers | keyof typeof renewers;

const isRenewal = (name: string) => name in renewers;

async function begin(group: readonly CallerName[]): Promise<Try> {
  const store = new MemoryStore();
  const at = new Date(Date.now() - 90 * dayMs).toISOString();
  if (group.some(isRenewal))
    for (const event of [sent("first", { at }), done("first")]) await store.log("order-1").append(event);
  const finished: CallerName[] = [];
  const answered = new Set<CallerName>();
  const broken: string[] = [];
  let isOnItsWay = false;

  const call = async (name: CallerName, index: number, wait: () => Promise<void>) => {
    let knew: number | undefined;
    let isUnrecorded = name.endsWith("unrecorded");
    const takesTurn = async () => {
      await wait();
      knew ??= finished.length;
    };
    const onAppend: TurnStore["onAppend"] = ({ event }) => {
      if (!isUnrecorded || event !== "done") return;
      isUnrecorded = false;
      throw new Error("ENOSPC");
    };
    const journal = new Journal(new TurnStore(store, takesTurn, { onAppend }));
    const intent = all[name] as TestIntent;
    const begun = await startClaim(journal, intent);
    const claim = begun.decision.kind === "send" ? await begun.claim() : begun.decision;
    if (claim.kind === "already-done") {
      const { kind } = await journal.recordAnswer(begun.intent, claim.attempt);
      if (kind === "already-done") answered.add(name);
    }
    if (claim.kind !== "send") return;
    if (isOnItsWay) broken.push("it is sent while another is on its way");
    if (finished.length !== knew) broken.push("it is sent by a caller who does not know the latest");
    if (name.startsWith("creates") && finished.length > 0) broken.push("it is created twice");
    if (isRenewal(name) && finished.length > 0)
      broken.push("a timer buys within max-age of the latest purchase");
    if (name.startsWith("key") && [...finished, ...answered].some((other) => other.startsWith("key")))
      broken.push("a key is sent twice");
    isOnItsWay = true;
    await wait();
    isOnItsWay = false;
    const hasToRepeat = isUnrecorded;
    const recording = claim.attempt.recordOutcome("done", `c-${index}`);
    await (hasToRepeat ? recording.catch(() => {}) : recording);
    finished.push(name);
    if (!hasToRepeat) return;
    const { orderId, service } = intent;
    await journal.write(await journal.snapshot(orderId, service, {}));
    const { decision } = await startClaim(journal, intent);
    if (decision.kind === "send") broken.push("a key is sent twice");
    // Another process may be about to give way, or may have reissued the order since.
    const blocked = decision.kind === "blocked" ? decision.blocked : undefined;
    if (blocked?.reason === "open" && blocked.attempt.attemptId === claim.attempt.attemptId)
      broken.push("a process is blocked by an outcome that it knows");
    if (!(await store.log(orderId).read()).some(({ event }) => event === "done"))
      broken.push("its outcome is not recorded with the next call");
  };

  const processes = group.map(
    (name, index): Process =>
      (wait) =>
        call(name, index, wait).catch((error: Error) => void broken.push(`it fails: ${error.message}`)),
  );
  return {
    processes,
    broken: async () => broken[0] ?? (finished.length === 0 ? "no process gets through" : undefined),
  };
}

export function tryJournal(groups: readonly (readonly CallerName[])[]): Promise<RulesResult> {
  return tryGroups(groups, (group) => tryTurns(group.join(", "), () => begin(group)));
}
