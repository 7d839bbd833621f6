import type { Outcome } from "../contract/index.ts";

/** One line of a history. The first of an attempt is `sent`; what follows says what became of it. */
export type Line =
  | {
      readonly event: "sent";
      readonly attempt: string;
      readonly at: string;
      readonly order: string;
      /** What the service is called: a name, or the address where nobody gave it one. */
      readonly service: string;
      readonly address: string;
      readonly what: string;
      readonly name?: string | undefined;
      /** The certificate that the asker held. */
      readonly replaced?: string | undefined;
      readonly validityDays?: number | undefined;
      /** Somebody has to say that the result has arrived. */
      readonly unshown?: boolean | undefined;
      /** Who waits for the answer, and until when. */
      readonly process: string;
      readonly until: string;
    }
  | { readonly event: "done"; readonly attempt: string; readonly at: string; readonly certificate: string }
  | {
      readonly event: Exclude<Outcome, "done">;
      readonly attempt: string;
      readonly at: string;
      /** What an answer named that did not say clearly what became of it. */
      readonly certificate?: string | undefined;
    }
  | { readonly event: "acknowledged" | "doubted"; readonly attempt: string; readonly at: string }
  | {
      readonly event: "resolved";
      readonly attempt: string;
      readonly at: string;
      readonly certificate: string | null;
    }
  /** What stands here cannot be read; it may have said that something was sent. */
  | { readonly event: "damaged"; readonly attempt: string };

/** What a history knows of one attempt to reissue. */
export interface Attempt {
  readonly attemptId: string;
  readonly orderId: string;
  readonly service: string;
  readonly address: string;
  /** What was asked for. Undefined where that is not known. */
  readonly what: string | undefined;
  readonly name: string | undefined;
  /** The certificate that the asker held. */
  readonly replaced: string | undefined;
  readonly validityDays: number | undefined;
  readonly sentAt: string;
  /** Who waits for the answer; see `process.ts`. */
  readonly process: string;
  readonly until: string;
  /**
   * `sent`: nothing came after. `damaged`: the line cannot be read, so it stands for whatever it may have been.
   * `not-happened`: a person found out.
   */
  readonly state: "sent" | "damaged" | "not-happened" | Outcome;
  /** Whether it made a certificate. `void`: it had no effect. */
  readonly fate: "open" | "done" | "void";
  /** When what became of it was written down. */
  readonly endedAt: string | undefined;
  /** When it made its certificate, as far as that is known: rather too early than too late. */
  readonly issuedAt?: string | undefined;
  /** When somebody wanted to say that it did not happen, of one whose own time cannot be right. */
  readonly doubtedAt?: string | undefined;
  /** The certificate that it made. Of an open attempt: the one that an unclear answer named. */
  readonly certificateId: string | undefined;
  /** Its result may not have reached whoever asked. */
  readonly unshown: boolean;
  /** What became of it is a person's word, who may be mistaken. */
  readonly isTold?: boolean;
}

const fates: Readonly<Record<Attempt["state"], Attempt["fate"]>> = {
  sent: "open",
  damaged: "open",
  unknown: "open",
  "done-unread": "open",
  done: "done",
  rejected: "void",
  "not-sent": "void",
  "not-happened": "void",
};

/** The attempts that lines tell of, in the order in which they were begun. */
export function attemptsIn(lines: readonly Line[]): Attempt[] {
  const attempts = new Map<string, Attempt>();
  const alike = new Map<string, number>();
  for (const line of lines) {
    if (line.event === "damaged") {
      const id = unused(line.attempt, attempts, alike);
      attempts.set(id, nothingKnown(id, attempts));
      continue;
    }
    const id = line.attempt;
    if (line.event === "sent") {
      // A try after a refusal begins anew, behind whatever others began in the meantime. What is open keeps its place:
      // somebody who stands behind it must not come to stand before it.
      if (attempts.get(id)?.fate === "void") attempts.delete(id);
      attempts.set(id, begun(line));
    } else attempts.set(id, after(attempts.get(id) ?? nothingKnown(id, attempts), line));
  }
  return [...attempts.values()];
}

/** Lines that are damaged alike are still several: resolving one says nothing of those that follow. */
function unused(id: string, attempts: ReadonlyMap<string, Attempt>, alike: Map<string, number>): string {
  let free = id;
  // There may be thousands: none is counted anew.
  for (let n = alike.get(id) ?? 2; attempts.has(free); n++) {
    free = `${id}-${n}`;
    alike.set(id, n);
  }
  return free;
}

function begun(line: Extract<Line, { event: "sent" }>): Attempt {
  const { attempt, order, at, unshown = false, what, name, replaced, validityDays } = line;
  const { service, address, process, until } = line;
  return {
    ...{ attemptId: attempt, orderId: order, sentAt: at, service, address, process, until },
    ...{ what: what || undefined, name, replaced, validityDays, unshown },
    ...inState("sent"),
    ...{ endedAt: undefined, issuedAt: undefined, certificateId: undefined },
  };
}

function after(attempt: Attempt, line: Exclude<Line, { event: "sent" | "damaged" }>): Attempt {
  switch (line.event) {
    case "acknowledged":
      return { ...attempt, unshown: false };
    case "doubted":
      return { ...attempt, doubtedAt: line.at };
    case "resolved": {
      const { certificate, at: endedAt } = line;
      return certificate === null
        ? { ...attempt, ...inState("not-happened"), endedAt, isTold: true }
        : {
            ...attempt,
            ...inState("done"),
            endedAt,
            // A person may find it out long after it happened; of a line that cannot be read nothing else is known.
            issuedAt:
              attempt.issuedAt ?? (attempt.state === "damaged" ? endedAt : attempt.sentAt || undefined),
            certificateId: certificate,
            unshown: false,
            isTold: true,
          };
    }
    default: {
      const { event, at: endedAt, certificate } = line;
      // Without its first line nobody knows what was asked for, nor by whom: a person has to look.
      if (attempt.state === "damaged") return { ...attempt, certificateId: certificate || undefined };
      // A shelf may know that it was done, and not be able to read by which certificate.
      const issuedAt = event === "done" ? endedAt : undefined;
      return { ...attempt, ...inState(event), endedAt, issuedAt, certificateId: certificate || undefined };
    }
  }
}

function inState(state: Attempt["state"]) {
  return { state, fate: fates[state] };
}

/** All that is left of an attempt whose first line is damaged. */
function nothingKnown(attemptId: string, others: ReadonlyMap<string, Attempt>): Attempt {
  const [other] = others.values();
  return {
    ...{ attemptId, orderId: other?.orderId ?? "", service: "", address: "" },
    ...{ sentAt: "", process: "", until: "" },
    ...{ what: undefined, name: undefined, replaced: undefined, validityDays: undefined, unshown: false },
    ...inState("damaged"),
    ...{ endedAt: undefined, issuedAt: undefined, certificateId: undefined },
  };
}
