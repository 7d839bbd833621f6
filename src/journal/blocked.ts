import type { JournalCode, Paste, Resolution, Text, WayOut } from "../contract/index.ts";
import { fieldRef, NotSentError, text, waysToResolve } from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";
import type { IssuedCertificate } from "./callback-log.ts";
import { onlyCallback } from "./evidence.ts";
import { type Difference, hasValues, nameParts, showDifferences } from "./request-values.ts";
import { ageStart } from "./rules.ts";

/** Why a reissue is not sent. `reason` tells which other fields exist. */
export type Blocked =
  | BlockedByOpenAttempt
  | BlockedByUsedKey
  | BlockedByNewerCertificate
  | BlockedByYoungCertificate
  | BlockedWithoutCertificate
  | BlockedByEntry
  | BlockedByOtherService
  | BlockedByUnclearLatest
  | BlockedByEarlierResult;

interface BlockedOrder {
  /** The order that is not reissued. */
  readonly orderId: string;
}

interface BlockedByAttempt extends BlockedOrder {
  /** The attempt that blocks. */
  readonly attempt: Attempt;
}

/** An earlier attempt has no known outcome. */
export interface BlockedByOpenAttempt extends BlockedByAttempt {
  readonly reason: "open";
  /** The sender may still wait for the answer. */
  readonly isInFlight: boolean;
  /** Callbacks that may tell which certificate the attempt made. */
  readonly evidence: readonly IssuedCertificate[];
  /** Entries of `resolve` for other attempts of the order that the journal does not have yet. */
  readonly resolutions: readonly Resolution[];
}

/** The idempotency key was used for the attempt. */
export interface BlockedByUsedKey extends BlockedByAttempt {
  readonly reason: "key-used";
  /** A key that was not used yet. */
  readonly unusedKey: string;
  /** The parts of the request that differ from the attempt's. */
  readonly differs: readonly Difference[];
  /** The order's latest attempt, if that is another one. */
  readonly latest: Attempt | undefined;
}

/** The attempt made a certificate that the caller does not know. */
export interface BlockedByNewerCertificate extends BlockedByAttempt {
  readonly reason: "reissued-since";
  /** The parts of the request that differ from the attempt's. */
  readonly differs: readonly Difference[];
  /** The parts of the request that are not known yet. */
  readonly unknownParts: readonly string[];
  /** The attempt that a person named instead of the latest. */
  readonly supersede: string | undefined;
}

/** The latest certificate is younger than `max_age`, or its age is not known, and another request may have made it. */
export interface BlockedByYoungCertificate extends BlockedByAttempt {
  readonly reason: "too-young";
  /** Its time of issue is in the future, by the journal's clock. */
  readonly isInFuture: boolean;
  /** Only imports know its request, so a person can correct it. */
  readonly isOnlyImported: boolean;
  /** The parts of the request that differ from the attempt's. */
  readonly differs: readonly Difference[];
}

/** The order has no certificate that could be renewed or superseded. */
export interface BlockedWithoutCertificate extends BlockedOrder {
  readonly reason: "no-certificate";
  readonly attempt?: undefined;
  /** What asked for the certificate. */
  readonly asked: "max_age" | "supersede";
}

/** An entry of the log cannot be read, or was written by a newer version. */
export interface BlockedByEntry extends BlockedOrder {
  readonly reason: "damaged" | "newer-version";
  readonly attempt?: undefined;
  /** Names the entry, and what is wrong with it. */
  readonly problem: string;
  /** The flag of the command line that names this journal. */
  readonly journalFlag: string | undefined;
}

/** The attempt belongs to another service. */
export interface BlockedByOtherService extends BlockedByAttempt {
  readonly reason: "other-service";
  /** The name of this service. */
  readonly service: string;
}

/** State and journal do not tell which certificate is newer. `attempt` is the journal's latest. */
export interface BlockedByUnclearLatest extends BlockedByAttempt {
  readonly reason: "unclear";
  /** The attempt that only a state knows. */
  readonly stored: Attempt;
}

/** The attempt carried the request out. Its certificate has expired, or its id is encrypted with another key. */
export interface BlockedByEarlierResult extends BlockedByAttempt {
  readonly reason: "expired" | "encrypted";
  /** The idempotency key led to this attempt before, so only another one can be sent. This one was not used yet. */
  readonly unusedKey: string | undefined;
}

/** The explanation of a blocked reissue: its title, the reason, and the ways out. */
interface Explanation {
  readonly title: string;
  readonly why: Text;
  readonly waysOut: readonly WayOut[];
}

/** The values in which the request differs from the attempt's, one line each. Empty if only the names are known. */
export function explainDifferences(blocked: Blocked): Text {
  return "differs" in blocked ? showDifferences(blocked.differs) : "";
}

/** Nothing was sent, because of what the order's history says. */
export class BlockedError extends NotSentError {
  override readonly name = "BlockedError";
  /** Why nothing was sent, and the attempt that blocks. */
  readonly blocked: Blocked;

  constructor(blocked: Blocked, what = `The reissue of order ${blocked.orderId} was not sent.`) {
    const { why, waysOut } = explainBlocked(blocked);
    super(text`${what} ${why}`, {
      code: blockedCode(blocked),
      remedy: explainDifferences(blocked),
      waysOut,
    });
    this.blocked = blocked;
  }

  override toJSON(): object {
    const { reason, attempt } = this.blocked;
    const { attemptId, certificateId } = attempt ?? {};
    return { ...super.toJSON(), reason, attemptId, certificateId };
  }
}

const codes = {
  open: "unresolved_attempt",
  "key-used": "idempotency_key_used",
  "reissued-since": "reissued_since",
  "too-young": "recently_reissued",
  "no-certificate": "not_in_journal",
  damaged: "journal_damaged",
  "newer-version": "journal_newer",
  "other-service": "other_service",
  unclear: "histories_differ",
  expired: "result_unusable",
  encrypted: "result_unusable",
} as const satisfies Record<Blocked["reason"], JournalCode>;

/** Whether a reason blocks the order for every plan, even for one without a reissue. */
const everyPlan: Readonly<Record<Blocked["reason"], boolean>> = {
  open: true,
  "key-used": false,
  "reissued-since": false,
  "too-young": false,
  "no-certificate": false,
  damaged: true,
  "newer-version": true,
  "other-service": true,
  unclear: true,
  expired: false,
  encrypted: false,
};

export function blocksEveryPlan({ reason }: Blocked): boolean {
  return everyPlan[reason];
}

export function blockedCode(blocked: Blocked): JournalCode {
  return blocked.reason === "open" && blocked.isInFlight ? "order_busy" : codes[blocked.reason];
}

/**
 * Every sentence about a blocked reissue. `declared`: for Terraform, which adopts a certificate when the configuration requests
 * what made it. `byImport`: the state has a certificate of the same request, so only an import adopts this one. `isNew`: the
 * state does not have the resource, and another one may describe the order. `needsSupersede`: once the open attempt is resolved with
 * a certificate, that certificate blocks this request.
 */
export function explainBlocked(
  blocked: Blocked,
  { declared = false, byImport = false, isNew = false, needsSupersede = false } = {},
): Explanation {
  const { orderId } = blocked;
  switch (blocked.reason) {
    case "no-certificate":
      return {
        title: "The journal has no certificate of this order",
        why: text`${fieldRef(blocked.asked)} needs the latest certificate of order ${orderId}, and the journal has none.`,
        waysOut: [
          {
            when:
              blocked.asked === "max_age"
                ? "If the order has a certificate, import it, with the request that made it"
                : "If the order has a certificate, import it",
            // A renewal needs the time of issue as well.
            paste: {
              kind: "import",
              orderId,
              certificateId: undefined,
              ...(blocked.asked === "max_age" && { isDated: true, request: "stated" }),
            },
          },
          {
            when: text`To reissue the order for the first time, use ${fieldRef("idempotency_key")} instead of ${fieldRef(blocked.asked)}`,
          },
          { when: text`If another journal has its certificate, name that one (${fieldRef("journal")})` },
        ],
      };
    case "too-young":
      return {
        title: "The latest certificate is too young for this renewal",
        why: text`The latest certificate of order ${orderId} is ${blocked.attempt.certificateId ?? "(encrypted)"} (${describeAttempt(blocked.attempt)}). ${describeAge(blocked)} It was made from ${describeRequest(blocked)}.`,
        waysOut: [
          { when: `To use certificate ${blocked.attempt.certificateId ?? "(encrypted)"}, do nothing` },
          {
            when: text`To reissue the order with this request now, use ${fieldRef("idempotency_key")} instead of ${fieldRef("max_age")}`,
          },
          ...waysToRestate(blocked),
        ],
      };
    case "newer-version":
      return {
        title: "The journal has an entry of a newer version",
        why: `${blocked.problem}. This version cannot read it. It may record a reissue of order ${orderId}.`,
        waysOut: [{ when: "Update certorder on this machine, and run this again" }],
      };
    case "damaged":
      return {
        title: "The journal is damaged",
        why: `${blocked.problem}. It may record a reissue of order ${orderId}.`,
        waysOut: [
          {
            when: "Look the order up in the service's portal. If no reissue is under way, set the entry aside. A certificate or key that it records is forgotten",
            paste: { kind: "repair", orderId, journalFlag: blocked.journalFlag },
          },
        ],
      };
    case "open":
      return explainOpen(blocked, needsSupersede);
    case "key-used":
      return {
        title: "This idempotency key was used before",
        why: text`The key was used for ${describeCertificate(blocked)} (${describeAttempt(blocked.attempt)})${blocked.differs.length > 0 ? text`, with ${describeRequest(blocked)}` : ""}.${describeLatest(blocked)}`,
        waysOut: [anotherKey(blocked.unusedKey)],
      };
    case "reissued-since":
      return {
        title: isComparable(blocked) ? latestTitle(blocked) : "The request cannot be compared yet",
        why: text`The latest certificate of order ${orderId} is ${blocked.attempt.certificateId ?? "(encrypted)"} (${describeAttempt(blocked.attempt)}). It was made from ${describeRequest(blocked)}.${blocked.supersede === undefined ? "" : ` Attempt ${blocked.supersede} is not the latest.`}`,
        waysOut: [
          // At the apply of a saved plan, a core asks about a new resource as it does in a plan, so that both get this message.
          ...(isNew
            ? [
                { when: "If this applies a saved plan, plan again" },
                { when: "If two resources describe it, keep one" },
              ]
            : []),
          ...waysToAdopt(blocked, { declared, byImport, isNew }),
          oneMore(blocked),
        ],
      };
    case "other-service": {
      const { service = "" } = blocked.attempt;
      return {
        title: "The order belongs to another service",
        why: text`Order ${orderId} has an attempt at ${service} (${describeAttempt(blocked.attempt)}), and this is ${blocked.service}.`,
        waysOut: [
          { when: "If it is the same service", paste: { kind: "service", service } },
          {
            when: text`If it is another one, use another journal for it (${fieldRef("journal")})${declared ? ", and another state" : ""}`,
          },
        ],
      };
    }
    case "unclear": {
      const stored = blocked.stored.certificateId;
      return {
        title: "It is not clear which certificate is newer",
        why: text`The state has certificate ${stored ?? ""} of order ${orderId}, and the journal has ${describeCertificate(blocked)} (${describeAttempt(blocked.attempt)}). Neither knows the other. Look up which one is newer, and import that one.`,
        waysOut: [stored, blocked.attempt.certificateId].map((id) => ({
          when: `If ${id} is newer`,
          paste: { kind: "import", orderId, certificateId: id, isStored: true },
        })),
      };
    }
    case "expired":
      return {
        title: "The certificate has expired",
        why: text`This request was carried out before and made ${describeCertificate(blocked)} (${describeAttempt(blocked.attempt)}). By its ${fieldRef("validity_days")} it has expired.`,
        waysOut: [blocked.unusedKey === undefined ? oneMore(blocked) : anotherKey(blocked.unusedKey)],
      };
    case "encrypted":
      return {
        title: "The certificate id is encrypted",
        why: text`This request was carried out before (${describeAttempt(blocked.attempt)}). Its certificate id is encrypted with another auth key. Look the certificate up in the service's portal, or in the log of that run.`,
        waysOut: [
          ...waysToResolve({ attemptId: blocked.attempt.attemptId, orderId, happened: true }),
          blocked.unusedKey === undefined ? oneMore(blocked) : anotherKey(blocked.unusedKey),
        ],
      };
  }
}

function explainOpen(blocked: BlockedByOpenAttempt, needsSupersede: boolean): Explanation {
  const { orderId, attempt, evidence, resolutions } = blocked;
  const { deadline = "" } = attempt;
  const which = describeAttempt(blocked.attempt);
  if (blocked.isInFlight)
    return {
      title: "A reissue of this order is under way",
      why: text`Another reissue of order ${orderId} is under way, with time until ${deadline} (${which}).`,
      waysOut: [{ when: "Wait until it ends. If it runs on after that time, end it. Then run this again" }],
    };
  const happened = attempt.lastEvent === "done-unread";
  const { certificateId = onlyCallback(evidence)?.certificateId } = attempt;
  const waysOut = waysToResolve({
    ...attempt,
    orderId,
    certificateId,
    happened,
    isAnnounced: evidence.length > 0,
    others: resolutions,
  }).toSpliced(1, 0, ...(needsSupersede ? [onTopToo(blocked)] : []));
  if (happened)
    return {
      title: "The id of a new certificate is lost",
      why: text`An earlier reissue of order ${orderId} succeeded, but its certificate id did not arrive (${which}).${describeEvidence(evidence)} Look it up in the service's portal.`,
      waysOut,
    };
  const named = attempt.certificateId ? ` The answer named certificate ${attempt.certificateId}.` : "";
  return {
    title: "An earlier reissue has no known outcome",
    why: text`An earlier reissue of order ${orderId} was sent, and it is not known whether it happened (${which}).${named}${describeEvidence(evidence)} Look the order up in the service's portal.`,
    waysOut,
  };
}

function anotherKey(unused: string): WayOut {
  return {
    when: text`If one more reissue is meant, use another key, such as ${fieldRef("idempotency_key", unused)}`,
  };
}

/** What an import said about the time of issue may be missing, and about the request missing or wrong. */
function waysToRestate({ orderId, attempt, differs, isOnlyImported }: BlockedByYoungCertificate): WayOut[] {
  const { certificateId, requestDigest } = attempt;
  if (ageStart(attempt) === undefined)
    return [
      {
        when: "To state its time of issue, import it again with its date",
        paste: { kind: "import", orderId, certificateId, isDated: true },
      },
    ];
  const isKnown = requestDigest !== undefined;
  // A repository keeps no values, and no command opens its journal.
  if (!isOnlyImported || (isKnown && !hasValues(differs))) return [];
  const request = isKnown ? "corrected" : "stated";
  return [
    {
      when: "If this request made it, say so by an import. Nothing is sent",
      paste: { kind: "import", orderId, certificateId, request },
    },
  ];
}

/** Why the age of the latest certificate is no reason to renew it. */
function describeAge({ attempt, isInFuture }: BlockedByYoungCertificate): Text {
  if (ageStart(attempt) === undefined) return "Its time of issue is not known.";
  return isInFuture ? "That is in the future." : text`That is less than ${fieldRef("max_age")} ago.`;
}

function oneMore({ orderId, attempt: { attemptId } }: BlockedByAttempt): WayOut {
  const paste: Paste = { kind: "supersede", orderId, attemptId };
  return { when: "To reissue the order on top of that attempt", paste };
}

/** Beside a resolution: the attempt came from another request than this one. */
function onTopToo({ orderId, attempt: { attemptId } }: BlockedByAttempt): WayOut {
  const paste: Paste = { kind: "supersede", orderId, attemptId };
  return {
    when: "It came from another request. To reissue the order with this one then, add this too",
    paste,
  };
}

function describeCertificate({ attempt: { certificateId } }: BlockedByAttempt): string {
  return `certificate ${certificateId ?? "(its id is encrypted with another auth key)"}`;
}

/** With `supersede`, the latest may have come from the same request. */
function latestTitle({ differs }: BlockedByNewerCertificate): string {
  return `This order already has a certificate${differs.length > 0 ? " from another request" : ""}`;
}

/** The parts of the request that are known suffice to tell it from the attempt's. */
function isComparable({ attempt, differs, unknownParts }: BlockedByNewerCertificate): boolean {
  return attempt.requestDigest === undefined || differs.length > 0 || unknownParts.length === 0;
}

function waysToAdopt(
  blocked: BlockedByNewerCertificate,
  { declared, byImport, isNew }: { declared: boolean; byImport: boolean; isNew: boolean },
): WayOut[] {
  const { orderId, certificateId, requestDigest } = blocked.attempt;
  if (certificateId === undefined) return [];
  if (!declared) return [{ when: `To use certificate ${certificateId}, do nothing` }];
  if (!isComparable(blocked)) return [{ when: "First apply what is not known yet (-target)" }];
  // An import adopts the triggers of the configuration, and nothing else.
  const isOther = requestDigest !== undefined && blocked.differs.some(({ part }) => part !== "triggers");
  return requestDigest === undefined || byImport
    ? [
        {
          when: `To adopt certificate ${certificateId}, ${isOther ? "configure the request that made it, and " : ""}import it`,
          paste: { kind: "import", orderId, certificateId, isStored: !isNew },
        },
      ]
    : [
        {
          when: `To adopt certificate ${certificateId}, configure the request that made it`,
        },
      ];
}

/** The attempt's request, compared with this one. */
export function describeRequest({
  attempt,
  differs,
  unknownParts = [],
}: Pick<BlockedByNewerCertificate, "attempt" | "differs"> &
  Partial<Pick<BlockedByNewerCertificate, "unknownParts">>): Text {
  if (attempt.requestDigest === undefined) return "a request that is not recorded";
  // The values are shown below, one line each.
  if (hasValues(differs)) return "a different request";
  if (differs.length > 0)
    return text`a different request: ${nameParts(differs.map(({ part }) => part))} ${differs.length > 1 ? "differ" : "differs"}`;
  return unknownParts.length > 0
    ? text`a request that cannot be compared: ${nameParts(unknownParts)} ${unknownParts.length > 1 ? "are" : "is"} not known yet`
    : "the same request";
}

/** What the service announced since. A person may have made that certificate in a portal. */
export function describeEvidence(evidence: readonly IssuedCertificate[]): string {
  return evidence
    .map(
      ({ certificateId, at }) => ` The service called back at ${at}: it issued certificate ${certificateId}.`,
    )
    .join("");
}

function describeLatest({ latest }: BlockedByUsedKey): string {
  return latest
    ? ` The order's latest certificate is ${latest.certificateId ?? "(encrypted)"} (attempt ${latest.attemptId}).`
    : "";
}

/** An attempt, with its time and its sender as far as they are known. */
export function describeAttempt(attempt: Attempt): string {
  const sender = describeSender(attempt);
  const { attemptId, sentAt, issuedAt, endedAt } = attempt;
  return [`attempt ${attemptId}`, sentAt ?? issuedAt ?? endedAt, sender && `by ${sender}`]
    .filter(Boolean)
    .join(", ");
}

/** The sender of an attempt, for a sentence. Empty if it is not known. */
export function describeSender({ process = "" }: Attempt): string {
  if (process.startsWith("http")) return process;
  const [name = "", job] = process.split(" ");
  const [host, pid] = name.split("/");
  return host && pid ? `process ${pid} on ${host}${job === undefined ? "" : ` (${job})`}` : "";
}
