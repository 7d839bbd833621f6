import { createHash } from "node:crypto";
import type { Outcome } from "../contract/index.ts";
import { isRunning } from "./process.ts";

/** One line of the journal. The first of an attempt is `sent`; what follows says what became of it. */
export type Line =
  | {
      readonly event: "sent";
      readonly attempt: string;
      readonly at: string;
      readonly service: string;
      readonly order: string;
      readonly ask: string;
      readonly process: string;
    }
  | { readonly event: "done"; readonly attempt: string; readonly at: string; readonly certificate: string }
  | { readonly event: Exclude<Outcome, "done">; readonly attempt: string; readonly at: string }
  | { readonly event: "acknowledged"; readonly attempt: string; readonly at: string }
  | {
      readonly event: "resolved";
      readonly attempt: string;
      readonly at: string;
      readonly certificate: string | null;
    };

/** What the journal knows of one attempt to reissue. */
export interface Attempt {
  readonly attemptId: string;
  readonly orderId: string;
  readonly service: string;
  readonly askId: string;
  readonly sentAt: string;
  /** When the answer came that reported success. */
  readonly doneAt: string | undefined;
  /** The process that sent it; see `process.ts`. */
  readonly process: string;
  /**
   * `sent`: nothing came after. `unreadable`: the line is damaged, so it stands for whatever it may have been.
   * `not-happened`: a person found out.
   */
  readonly state: "sent" | "unreadable" | "not-happened" | Outcome;
  readonly certificateId: string | undefined;
  /** Its result has reached the place where it is kept. */
  readonly acknowledged: boolean;
  /** It no longer holds its order back: acknowledged, without effect, or a person has said what became of it. */
  readonly closed: boolean;
}

const version = 1;

export function formatLine(line: Line): string {
  return `${JSON.stringify({ v: version, ...line })}\n`;
}

/** An order may be reissued again only when every earlier attempt is closed. */
export function openAttempts(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter((attempt) => !attempt.closed);
}

/** The process that sent it still waits for the answer. */
export function isOnItsWay({ state, process }: Pick<Attempt, "state" | "process">): boolean {
  return state === "sent" && isRunning(process) === true;
}

/** The attempts that a journal file tells of, in the order in which they were begun. */
export function readAttempts(text: string): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const raw of text.split("\n")) {
    if (raw === "") continue;
    const line = parseLine(raw);
    if (line?.event === "sent") {
      // A try after a refusal begins anew, behind whatever others began in the meantime.
      attempts.delete(line.attempt);
      attempts.set(line.attempt, begun(line));
      continue;
    }
    // What cannot be read may have been a line that says that something was sent.
    const id = line?.attempt ?? damagedId(raw);
    const attempt = attempts.get(id) ?? unreadable(id, attempts);
    attempts.set(id, line ? after(attempt, line) : attempt);
  }
  return [...attempts.values()];
}

function begun(line: Extract<Line, { event: "sent" }>): Attempt {
  return {
    attemptId: line.attempt,
    orderId: line.order,
    service: line.service,
    askId: line.ask,
    sentAt: line.at,
    process: line.process,
    state: "sent",
    doneAt: undefined,
    certificateId: undefined,
    acknowledged: false,
    closed: false,
  };
}

function after(attempt: Attempt, line: Exclude<Line, { event: "sent" }>): Attempt {
  switch (line.event) {
    case "acknowledged":
      return { ...attempt, acknowledged: true, closed: true };
    case "resolved":
      return line.certificate === null
        ? { ...attempt, state: "not-happened", closed: true }
        : { ...attempt, state: "done", certificateId: line.certificate, closed: true };
    case "done":
      return { ...attempt, state: "done", doneAt: line.at, certificateId: line.certificate };
    default:
      return {
        ...attempt,
        state: line.event,
        closed: line.event === "rejected" || line.event === "not-sent",
      };
  }
}

function unreadable(attemptId: string, others: ReadonlyMap<string, Attempt>): Attempt {
  const [other] = others.values();
  return {
    attemptId,
    orderId: other?.orderId ?? "",
    service: other?.service ?? "",
    askId: "",
    sentAt: "",
    doneAt: undefined,
    process: "",
    state: "unreadable",
    certificateId: undefined,
    acknowledged: false,
    closed: false,
  };
}

/** A damaged line is named by what it holds, so that a person can resolve exactly this one. */
function damagedId(raw: string): string {
  return `damaged-${createHash("sha256").update(raw).digest("hex").slice(0, 12)}`;
}

function parseLine(raw: string): Line | undefined {
  try {
    const line = JSON.parse(raw) as Partial<Record<string, unknown>> | null;
    if (line?.v !== version || typeof line.attempt !== "string" || typeof line.at !== "string")
      return undefined;
    const texts = (...names: string[]) => names.every((name) => typeof line[name] === "string");
    const complete = {
      sent: () => texts("service", "order", "ask", "process"),
      done: () => texts("certificate"),
      resolved: () => line.certificate === null || texts("certificate"),
      acknowledged: () => true,
      rejected: () => true,
      "not-sent": () => true,
      unknown: () => true,
      "done-unread": () => true,
    }[line.event as Line["event"]];
    return complete?.() ? (line as unknown as Line) : undefined;
  } catch {
    return undefined;
  }
}
