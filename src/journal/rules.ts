import type { Attempt } from "./attempt.ts";

/**
 * Somebody asks for a reissue. Two askers may mean the same by it; whether they do is what the rules below decide. There
 * is no clock, address or secret in here: the same history and wish always get the same answer.
 */
export interface Wish {
  /** What is asked for; see `what.ts`. Undefined while parts of it are not known yet: then it equals nothing. */
  readonly what: string | undefined;
  /** What the asker calls it, so that it is known again whatever it asks for. */
  readonly name?: string | undefined;
  /** What the asker knows as the order's newest. */
  readonly held: Held;
  /** Asks for one more also when the newest was made from the same request: typed, replaced on purpose, renewed. */
  readonly again: boolean;
  /** A person names the attempt on top of which to reissue whatever the third and fourth rule say. */
  readonly anew?: string | undefined;
  /** It stands in a configuration, where an old `anew` is left behind: one that does not name the newest is ignored. */
  readonly isDeclared?: boolean | undefined;
}

/** A certificate and the attempt that made it, as far as the asker knows them. */
export interface Held {
  readonly attemptId?: string | undefined;
  readonly certificateId?: string | undefined;
}

export type Decision =
  | { readonly kind: "send" }
  /** The wish has been fulfilled: this is its result. */
  | { readonly kind: "answer"; readonly attempt: Attempt }
  | { readonly kind: "refuse"; readonly because: Reason; readonly attempt: Attempt };

/**
 * `open`: nobody knows yet what became of the attempt. `unshown`: it succeeded, but whoever asked may not have heard.
 * `name-used`: a wish of this name was fulfilled, differently. `reissued-since`: the asker does not know of it.
 */
export type Reason = "open" | "unshown" | "name-used" | "reissued-since";

/** Whether a reissue may be sent. Rule 5 is the journal's: it asks again once its own line is written. */
export function decide(history: readonly Attempt[], wish: Wish): Decision {
  // 1. Nothing is sent while an earlier attempt is open, or its result may have reached nobody.
  const open = history.find(isOpen);
  if (open) return refuse(open.fate === "open" ? "open" : "unshown", open);
  const head = headOf(history);

  // 2. A name stands for one reissue. Asked again it is answered, if the answer still fits, and never sent.
  const named = history.findLast(
    ({ fate, name }) => fate === "done" && name !== undefined && name === wish.name,
  );
  if (named)
    return named === head && isSame(named, wish)
      ? { kind: "answer", attempt: named }
      : refuse("name-used", named);

  if (head === undefined || head.attemptId === wish.anew) return { kind: "send" };
  if (wish.anew !== undefined && !wish.isDeclared) return refuse("reissued-since", head);
  const held = isHeld(head, wish.held, history);

  // 3. The newest was made from the same request: that is what was asked for, unless one more is.
  if (isSame(head, wish) && !(held && wish.again)) return { kind: "answer", attempt: head };

  // 4. Somebody has reissued the order behind the asker's back: what is asked for may be long outdated.
  return held ? { kind: "send" } : refuse("reissued-since", head);
}

/** The order's newest certificate: what the last attempt that succeeded has made. */
export function headOf(history: readonly Attempt[]): Attempt | undefined {
  return history.findLast(({ fate }) => fate === "done");
}

/** It holds its order back until somebody says what became of it, or that its result has arrived. */
export function isOpen({ fate, unshown }: Attempt): boolean {
  return fate === "open" || (fate === "done" && unshown);
}

/** An attempt tells more than a certificate: nobody promises that the ids of two reissues differ. */
export function isHeld(head: Attempt, held: Held, history: readonly Attempt[]): boolean {
  const known = history.some(({ attemptId, fate }) => fate === "done" && attemptId === held.attemptId);
  if (known) return head.attemptId === held.attemptId;
  const { certificateId: id } = held;
  if (id === undefined || head.certificateId !== id) return false;
  // Where the service gave one id twice, whoever knows nothing else may mean the first. Ids that a person reported were not given by it.
  const given = history.filter(({ fate, isTold }) => fate === "done" && !isTold);
  return given.every(
    ({ attemptId, certificateId, replaced }) =>
      replaced !== id && (certificateId !== id || attemptId === head.attemptId),
  );
}

function isSame(attempt: Attempt, { what }: Wish): boolean {
  return what !== undefined && attempt.what === what;
}

function refuse(because: Reason, attempt: Attempt): Decision {
  return { kind: "refuse", because, attempt };
}

/** What is stored elsewhere, and comes after everything that a history knows. */
export function isNews(history: readonly Attempt[], stored: Attempt): boolean {
  return joined(history, [stored]).at(-1) === stored;
}

/**
 * A history together with what is stored elsewhere, in Terraform's states: what the history itself knows counts. A
 * stored certificate that the history has never heard of is newer than all of it, except what is known to have come later.
 */
export function joined(history: readonly Attempt[], stored: readonly Attempt[]): Attempt[] {
  const all = [...history];
  for (const attempt of stored) {
    const { attemptId, fate, certificateId, sentAt } = attempt;
    const isKnown = all.some(
      (one) =>
        (one.attemptId === attemptId && !(one.fate === "void" && fate === "done")) ||
        (one.fate === "done" && certificateId !== undefined && one.certificateId === certificateId),
    );
    // Whoever held it came after it, whatever became of that; so did what was sent after it was issued.
    const later = all.findIndex(
      (one) =>
        (one.replaced !== undefined && one.replaced === certificateId) ||
        (fate === "done" && one.fate === "done" && sentAt !== "" && one.sentAt > sentAt),
    );
    if (!isKnown) all.splice(later < 0 ? all.length : later, 0, attempt);
  }
  return all;
}
