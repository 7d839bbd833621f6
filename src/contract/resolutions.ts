import { isPlaceholder, notHappened, sameId } from "./ids.ts";
import { type InputProblem, settingProblem } from "./input-problem.ts";
import { nameProblem } from "./names.ts";
import { type Text, text, type WayOut } from "./text.ts";

/** What a person states about one attempt, after looking the order up. */
export interface Resolution {
  readonly attemptId: string;
  /** Null: the reissue did not happen. */
  readonly certificateId: string | null;
  /** The service gave an id again that another attempt of the order has. */
  readonly isSameId?: boolean | undefined;
}

export const resolveVariable = "CERTORDER_RESOLVE";
export const supersedeVariable = "CERTORDER_SUPERSEDE";

/** The service may still work on a request after the sender stopped waiting. Until then "not happened" is too early. */
export const serviceMayTake = { ms: 15 * 60_000, inWords: "15 minutes" } as const;

/** The one wording of that rule. The sender stopped waiting when it recorded an outcome, or at its deadline. */
export const whenNotHappened = `${serviceMayTake.inWords} after the sender stopped waiting`;

/**
 * How to resolve an open attempt. `happened`: the service reported success, so that `not-happened` is no answer. `isAnnounced`: a
 * callback named a certificate. `not-happened` would then be accepted, but no line suggests it.
 */
export function waysToResolve(attempt: {
  readonly attemptId: string;
  readonly orderId: string;
  readonly happened: boolean;
  readonly isAnnounced?: boolean;
  readonly certificateId?: string | undefined;
  /** Resolutions of other attempts of the order, which have to be on the same line. */
  readonly others?: readonly Resolution[] | undefined;
}): WayOut[] {
  const { attemptId, orderId, certificateId, happened, isAnnounced = false, others = [] } = attempt;
  const resolve = { kind: "resolve", attemptId, orderId, others: others.map(writeResolution) } as const;
  const ifReissued: WayOut = {
    when: happened
      ? "Record the new certificate"
      : isAnnounced
        ? "If the portal shows that certificate"
        : "If it was reissued",
    paste: { ...resolve, certificateId },
  };
  if (happened || isAnnounced) return [ifReissued];
  return [
    ifReissued,
    {
      when: `If the order still shows no reissue ${whenNotHappened}`,
      paste: { ...resolve, certificateId: null },
    },
  ];
}

/** By order. One order may have several entries. */
export type Resolutions = ReadonlyMap<string, readonly Resolution[]>;
/** By order: the attempt to supersede. */
export type Supersedes = ReadonlyMap<string, string>;

type Entry = readonly [orderId: string, text: string];

/** Attempt ids have letters, digits and hyphens. */
export function isAttemptId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(text);
}

/** Reads `ATTEMPT_ID:not-happened`, `ATTEMPT_ID:CERTIFICATE_ID` or `ATTEMPT_ID:CERTIFICATE_ID:same-id`. */
export function readResolution(text: string): Resolution | undefined {
  const [, attemptId = "", result = "", isSameId] = /^([^:\s]+):(\S+?)(:same-id)?$/.exec(text) ?? [];
  if (!isAttemptId(attemptId)) return undefined;
  if (result === notHappened) return isSameId ? undefined : { attemptId, certificateId: null };
  // A placeholder that was pasted unchanged is not a certificate.
  const isId = !isPlaceholder(result) && nameProblem(result) === undefined;
  if (!isId) return undefined;
  return { attemptId, certificateId: result, ...(isSameId && { isSameId: true }) };
}

export function writeResolution({ attemptId, certificateId, isSameId }: Resolution): string {
  return `${attemptId}:${certificateId ?? notHappened}${isSameId ? `:${sameId}` : ""}`;
}

/** Reads `ORDER_ID = "ATTEMPT_ID:RESULT"`, or several results with spaces between. Two results of one attempt are refused. */
export function readResolutions(entries: readonly Entry[]): {
  readonly resolutions: Resolutions;
  readonly problems: InputProblem[];
} {
  const resolutions = new Map<string, Resolution[]>();
  const problems: InputProblem[] = [];
  for (const [orderId, text] of entries) {
    const read = text
      .trim()
      .split(/[\s,]+/)
      .map(readResolution);
    const right = read.filter((resolution) => resolution !== undefined);
    if (!orderId || right.length < read.length) {
      problems.push(unreadableEntry("resolve", resolveVariable, orderId, resolveForm));
      continue;
    }
    const all = resolutions.get(orderId) ?? [];
    for (const resolution of right) {
      const other = all.find(({ attemptId }) => attemptId === resolution.attemptId);
      if (!other) all.push(resolution);
      else if (other.certificateId !== resolution.certificateId)
        problems.push(contradictory(orderId, resolution));
    }
    resolutions.set(orderId, all);
  }
  return { resolutions, problems };
}

/** Reads `ORDER_ID = "ATTEMPT_ID"`. The last entry about an order counts. */
export function readSupersedes(entries: readonly Entry[]): {
  readonly supersedes: Supersedes;
  readonly problems: InputProblem[];
} {
  const isRight = ([orderId, attemptId]: Entry) => orderId !== "" && isAttemptId(attemptId);
  return {
    supersedes: new Map(entries.filter(isRight)),
    problems: entries
      .filter((entry) => !isRight(entry))
      .map(([orderId]) => unreadableEntry("supersede", supersedeVariable, orderId, "ATTEMPT_ID")),
  };
}

const resolveForm = `ATTEMPT_ID:${notHappened} or ATTEMPT_ID:CERTIFICATE_ID`;

function unreadableEntry(setting: string, variable: string, orderId: string, form: Text): InputProblem {
  return settingProblem(
    setting,
    setting,
    orderId
      ? `${setting} for order ${orderId} cannot be read.`
      : `${setting} (${variable}) does not name an order.`,
    text`Write ORDER_ID = "…" with ${form} between the quotes; in ${variable} write ORDER_ID=…. The message about the attempt shows the attempt's id; the service shows the certificate's.`,
  );
}

function contradictory(orderId: string, { attemptId }: Resolution): InputProblem {
  return settingProblem(
    "resolve",
    "contradiction",
    `resolve has two results for attempt ${attemptId} of order ${orderId}.`,
    `Keep the one that the service shows. Look at the argument and at ${resolveVariable}.`,
  );
}

/** Reads a variable of the form `ORDER=VALUE,ORDER=VALUE`. */
export function parseEntries(variable: string | undefined): [orderId: string, text: string][] {
  const pairs = (variable ?? "").split(",").filter((pair) => pair.trim() !== "");
  return pairs.map((pair) => {
    // Ids of orders and certificates may contain an equals sign. The attempt's id between them does not.
    const before = pair.search(/=[^=:]*:/);
    const at = before < 0 ? pair.lastIndexOf("=") : before;
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
  });
}
