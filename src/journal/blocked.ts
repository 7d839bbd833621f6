import type { Paste, Resolution, Text, WayOut } from "../contract/index.ts";
import { fieldRef, join, NotSentError, text, waysToResolve } from "../contract/index.ts";
import type { Attempt, IssuedCertificate } from "./attempt.ts";
import type { RuleDecision } from "./rules.ts";

/** Why a reissue is not sent. */
export interface Blocked {
  readonly orderId: string;
  readonly reason: /** The reasons of the rules. */
    | Extract<RuleDecision, { kind: "blocked" }>["reason"]
    /** An entry of the log cannot be read. */
    | "damaged"
    /** An entry of the log was written by a newer version. */
    | "newer-version"
    /** The journal has an attempt of another service. */
    | "other-service"
    /** State and journal do not tell which certificate is newer. */
    | "unclear"
    /** The request was carried out, and its certificate has expired. */
    | "expired"
    /** The request was carried out, and its certificate id is encrypted with another key. */
    | "encrypted";
  /** The attempt that blocks, if one does. */
  readonly attempt: Attempt | undefined;
  /** The sender may still wait for the answer. */
  readonly isInFlight: boolean;
  /** The parts of the request that differ from the attempt's. */
  readonly differs: readonly string[];
  /** The parts of the request that are not known yet. */
  readonly unknownParts: readonly string[];
  /** The order's latest, where that is another attempt. */
  readonly latest?: Attempt | undefined;
  /** Entries of `resolve` for other attempts of the order that the journal does not have yet. */
  readonly resolutions?: readonly Resolution[] | undefined;
  /** Callbacks that may tell which certificate the open attempt made. */
  readonly evidence?: readonly IssuedCertificate[] | undefined;
  /** Names the unreadable entry, and what is wrong with it. */
  readonly damaged?: string | undefined;
  /** The flag of the command line that names this journal. */
  readonly journalFlag?: string | undefined;
  /** The certificate that only a state knows. */
  readonly stored?: Attempt | undefined;
  /** The idempotency key led to this attempt before. So only another key can be sent. */
  readonly isKeyUsed?: boolean | undefined;
  /** The attempt that a person named instead of the latest. */
  readonly supersede?: string | undefined;
  /** What this service is called now. */
  readonly service?: string | undefined;
}

/** The explanation of a blocked reissue: its title, the reason, and the ways out. */
interface Explanation {
  readonly title: string;
  readonly why: Text;
  readonly waysOut: readonly WayOut[];
}

/** Nothing was sent, because of what the order's history says. */
export class BlockedError extends NotSentError {
  override readonly name = "BlockedError";
  readonly blocked: Blocked;

  constructor(blocked: Blocked) {
    const { why, waysOut } = explainBlocked(blocked);
    super(text`The reissue of order ${blocked.orderId} was not sent. ${why}`, {
      code: blockedCode(blocked),
      remedy: "",
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
  "nothing-to-supersede": "nothing_to_supersede",
  damaged: "journal_damaged",
  "newer-version": "journal_newer",
  "other-service": "other_service",
  unclear: "latest_unclear",
  expired: "certificate_expired",
  encrypted: "result_encrypted",
} as const satisfies Record<Blocked["reason"], string>;

/** Whether a reason blocks the order for every plan, even for one without a reissue. */
const everyPlan: Readonly<Record<Blocked["reason"], boolean>> = {
  open: true,
  "key-used": false,
  "reissued-since": false,
  "nothing-to-supersede": false,
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

export function blockedCode({ reason, isInFlight }: Blocked): string {
  return isInFlight ? "order_busy" : codes[reason];
}

/**
 * Every sentence about a blocked reissue. `declared`: for Terraform, which adopts a certificate when the configuration requests
 * what made it. `byImport`: the state has a certificate of the same request, so only an import adopts this one.
 */
export function explainBlocked(blocked: Blocked, { declared = false, byImport = false } = {}): Explanation {
  const { orderId, reason, attempt, isInFlight } = blocked;
  if (reason === "nothing-to-supersede")
    return {
      title: "There is nothing to supersede",
      why: text`${fieldRef("supersede")} names an attempt, and the journal has no certificate of order ${orderId}.`,
      waysOut: [
        { when: "To reissue the order for the first time, leave it out" },
        {
          when: text`If the attempt is in another journal, name that one (${fieldRef("journal_dir")} or ${fieldRef("journal_url")})`,
        },
      ],
    };
  if (reason === "newer-version")
    return {
      title: "The journal has an entry of a newer version",
      why: `${blocked.damaged}. This version cannot read it. It may record a reissue of order ${orderId}.`,
      waysOut: [{ when: "Update certorder on this machine, and run this again" }],
    };
  if (!attempt || reason === "damaged")
    return {
      title: "The journal is damaged",
      why: `${blocked.damaged}. It may record a reissue of order ${orderId}.`,
      waysOut: [
        {
          when: "Look the order up at the service. If no reissue is under way, set the entry aside. A certificate or key that it records is forgotten",
          paste: { kind: "repair", orderId, journalFlag: blocked.journalFlag },
        },
      ],
    };
  const { attemptId, certificateId, lastEvent, deadline } = attempt;
  const which = describeAttempt(attempt);
  const certificate = `certificate ${certificateId ?? "(its id is encrypted with another auth key)"}`;
  const supersede: Paste = { kind: "supersede", orderId, attemptId };
  const oneMore: WayOut = {
    when: "To reissue the order once more, on top of that attempt",
    paste: supersede,
  };
  const anotherKey: WayOut = { when: "If one more reissue is meant, use another key" };
  switch (reason) {
    case "open":
      if (isInFlight)
        return {
          title: "A reissue of this order is under way",
          why: text`Another reissue of order ${orderId} waits for its answer until ${deadline} (${which}).`,
          waysOut: [{ when: "Wait until it ends. Then run this again" }],
        };
      return {
        title:
          lastEvent === "done-unread"
            ? "The id of a new certificate is lost"
            : "An earlier reissue has no known outcome",
        why:
          lastEvent === "done-unread"
            ? text`An earlier reissue of order ${orderId} succeeded, but its certificate id did not arrive (${which}).${describeEvidence(blocked)} Look it up at the service.`
            : text`An earlier reissue of order ${orderId} was sent, and it is not known whether it happened (${which}).${certificateId ? ` The answer named certificate ${certificateId}.` : ""}${describeEvidence(blocked)} Look the order up at the service.`,
        waysOut: waysToResolve({
          ...attempt,
          orderId,
          certificateId: certificateId ?? onlyCertificate(blocked),
          happened: lastEvent === "done-unread",
          others: blocked.resolutions,
        }),
      };
    case "key-used":
      return {
        title: "This idempotency key was used before",
        why: text`The key was used for ${certificate} (${which})${blocked.differs.length > 0 ? text`, with ${describeRequest(blocked)}` : ""}.${describeLatest(blocked)}`,
        waysOut: [anotherKey],
      };
    case "reissued-since":
      return {
        title: isComparable(blocked) ? latestTitle(blocked) : "The request cannot be compared yet",
        why: text`The latest certificate of order ${orderId} is ${certificateId ?? "(encrypted)"} (${which}). It was made from ${describeRequest(blocked)}.${blocked.supersede === undefined ? "" : ` Attempt ${blocked.supersede} is not the latest.`}`,
        waysOut: [...waysToAdopt(blocked, attempt, { declared, byImport }), oneMore],
      };
    case "other-service":
      return {
        title: "The order belongs to another service",
        why: text`Order ${orderId} has an attempt at ${attempt.service} (${which}), and this is ${blocked.service ?? "another address"}.`,
        waysOut: [
          { when: "If it is the same service", paste: { kind: "service", service: attempt.service } },
          {
            when: text`If it is another one, use another journal for it (${fieldRef("journal_dir")} or ${fieldRef("journal_url")})${declared ? ", and another state" : ""}`,
          },
        ],
      };
    case "unclear": {
      const stored = blocked.stored?.certificateId;
      return {
        title: "It is not clear which certificate is newer",
        why: text`The state has certificate ${stored ?? ""} of order ${orderId}, and the journal has ${certificate} (${which}). Neither knows the other. Look up which one is newer; remove the resource from the state (state rm); then import the newer one.`,
        waysOut: [stored, certificateId].map((id) => ({
          when: `If ${id} is newer`,
          paste: { kind: "import", orderId, certificateId: id },
        })),
      };
    }
    case "expired":
      return {
        title: "The certificate has expired",
        why: text`This request was carried out before and made ${certificate} (${which}). By its ${fieldRef("validity_days")} it has expired.`,
        waysOut: [blocked.isKeyUsed ? anotherKey : oneMore],
      };
    case "encrypted":
      return {
        title: "The certificate id is encrypted",
        why: text`This request was carried out before (${which}). Its certificate id is encrypted with another auth key. Look the certificate up at the service, or in the log of that run.`,
        waysOut: [
          ...waysToResolve({ attemptId, orderId, happened: true }),
          blocked.isKeyUsed ? anotherKey : oneMore,
        ],
      };
  }
}

/** The parts of the request that are known suffice to tell it from the attempt's. */
/** With `supersede`, the latest may have come from the same request. */
function latestTitle({ differs }: Blocked): string {
  return `This order already has a certificate${differs.length > 0 ? " from another request" : ""}`;
}

function isComparable({ attempt, differs, unknownParts }: Blocked): boolean {
  return attempt?.requestDigest === undefined || differs.length > 0 || unknownParts.length === 0;
}

function waysToAdopt(
  blocked: Blocked,
  { orderId, certificateId, requestDigest }: Attempt,
  { declared, byImport }: { declared: boolean; byImport: boolean },
): WayOut[] {
  if (certificateId === undefined) return [];
  if (!declared) return [{ when: `To use certificate ${certificateId}, do nothing` }];
  if (!isComparable(blocked)) return [{ when: "First apply what is not known yet (-target)" }];
  return requestDigest === undefined || byImport
    ? [
        {
          when: `To adopt certificate ${certificateId}, import it (after state rm, if the resource is in the state)`,
          paste: { kind: "import", orderId, certificateId },
        },
      ]
    : [
        {
          when: `To adopt certificate ${certificateId}, configure the request that made it; nothing is sent then`,
        },
      ];
}

/** The attempt's request, compared with this one. */
function describeRequest({ attempt, differs, unknownParts }: Blocked): Text {
  if (attempt?.requestDigest === undefined) return "a request that is not recorded";
  if (differs.length > 0)
    return text`a different request: ${nameParts(differs)} ${differs.length > 1 ? "differ" : "differs"}`;
  return unknownParts.length > 0
    ? text`a request that cannot be compared: ${nameParts(unknownParts)} ${unknownParts.length > 1 ? "are" : "is"} not known yet`
    : "the same request";
}

/** What the service announced since. A person may have made that certificate in a portal. */
export function describeEvidence({ evidence = [] }: Pick<Blocked, "evidence">): string {
  return evidence
    .map(
      ({ certificateId, at }) => ` The service called back at ${at}: it issued certificate ${certificateId}.`,
    )
    .join("");
}

/** The certificate that callbacks announced, if there is only one. */
export function onlyCertificate({ evidence = [] }: Pick<Blocked, "evidence">): string | undefined {
  return evidence.length === 1 ? evidence[0]?.certificateId : undefined;
}

function describeLatest({ latest }: Blocked): string {
  return latest
    ? ` The order's latest certificate is ${latest.certificateId ?? "(encrypted)"} (attempt ${latest.attemptId}).`
    : "";
}

/** The names of a request's parts, as each interface writes them. */
export function nameParts(parts: readonly string[]): Text {
  return join(
    parts.map((name) => fieldRef(name)),
    ", ",
  );
}

function describeAttempt(attempt: Attempt): string {
  const sender = describeSender(attempt);
  const { attemptId, sentAt, issuedAt, endedAt } = attempt;
  return [`attempt ${attemptId}`, sentAt || issuedAt || endedAt, sender && `by ${sender}`]
    .filter(Boolean)
    .join(", ");
}

/** The sender of an attempt, for a sentence. Empty if it is not known. */
export function describeSender({ process }: Attempt): string {
  if (process.startsWith("http")) return process;
  const [name = "", job] = process.split(" ");
  const [host, pid] = name.split("/");
  return host && pid ? `process ${pid} on ${host}${job === undefined ? "" : ` (${job})`}` : "";
}
