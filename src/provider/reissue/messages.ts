import type { CertOrderError, InputProblem, Resolution } from "../../contract/index.ts";
import { importCommand, lowerFirst, render, renderWaysOut, terraformDialect } from "../../contract/index.ts";
import type { Attempt, Blocked, Difference } from "../../journal/index.ts";
import {
  blockedCode,
  describeAttempt,
  explainBlocked,
  explainDifferences,
  showDifferences,
} from "../../journal/index.ts";
import type { Attribute, Diagnostic, Planned } from "../../plugin/index.ts";
import { error, isKnown, warning } from "../../plugin/index.ts";
import { coded, codedError, fromError } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import { acknowledgedDrops } from "./request.ts";
import type { Reissue, ReissueState } from "./schema.ts";
import { schema } from "./schema.ts";
import { madeAt } from "./stored.ts";

// Messages of a plan or apply about reissues. `journal/blocked.ts` explains why a reissue is blocked.

/** The history blocks a reissue. A warning if none is planned. */
export function blockedDiagnostic(
  blocked: Blocked,
  {
    severity = "error",
    isTainted = false,
    ...about
  }: {
    severity?: Diagnostic["severity"];
    /** The state has the open attempt, in an object whose create failed. */
    isTainted?: boolean;
    byImport?: boolean;
    isNew?: boolean;
    needsSupersede?: boolean;
  } = {},
): Diagnostic {
  const { title, why, waysOut } = explainBlocked(blocked, { declared: true, ...about });
  // Most cores show only the first of several warnings with one title.
  const summary = severity === "error" ? title : `Order ${blocked.orderId}: ${lowerFirst(title)}`;
  const detail = paragraphs(
    `${render(why, terraformDialect)} Nothing was sent.`,
    render(explainDifferences(blocked), terraformDialect),
    renderWaysOut(waysOut, terraformDialect),
    isTainted ? untaint : "",
  );
  return { ...error(summary, coded(detail, blockedCode(blocked))), severity };
}

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

/**
 * After a create with an unknown outcome: the core would destroy the object, which `prevent_destroy` refuses. The core
 * does not tell a provider the address of an object, and shows it itself.
 */
const untaint =
  'The failed create left the object tainted. Remove that mark too, so that it is not replaced. Its address is shown above, after "with":\n\n    terraform untaint ADDRESS';

/** A create was sent, and its outcome is not known. */
export function unresolvedCreate(failure: CertOrderError): Diagnostic {
  return fromError(failure, untaint);
}

/** Why a reissue is planned. Not certain: it depends on values that are not known yet. */
export interface ReissueReason {
  readonly why: string;
  readonly isCertain: boolean;
  /** The order's latest attempt by journal and state. */
  readonly latest?: Attempt | undefined;
}

/** A planned reissue. An apply plans again and shows this once more, so it speaks of the plan. */
export function reissueWarning(
  { service }: ProviderData,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  { why, isCertain, latest }: ReissueReason,
): Diagnostic {
  const order = isKnown(planned.order_id)
    ? `order ${planned.order_id}`
    : "an order whose id is not known yet";
  return warning(
    `This plan ${isCertain ? "reissues" : "may reissue"} ${order}`,
    `The request goes to ${service.address || "the service"}, because ${why}. This costs money. ${describeRevocation(prior, planned, latest)}`,
  );
}

/** Dropped names are revoked by every product. What happens to the last certificate otherwise depends on the product. */
function describeRevocation(
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  latest: Attempt | undefined,
): string {
  // The state may be behind the journal.
  const certificateId = latest?.certificateId ?? prior?.certificate_id;
  const current = certificateId ? `certificate ${certificateId}` : "the current certificate";
  const dropped = acknowledgedDrops(prior, planned);
  if (dropped.length > 0)
    return `The service revokes the earlier certificates that have one of these names: ${dropped.join(", ")}.`;
  return planned.i_know_will_revoke_last_cert === true
    ? `Some products revoke ${current}, and this plan allows it.`
    : `Whether the service revokes ${current} depends on the product.`;
}

/** What an apply has done. */
export function reissuedNotice(orderId: string, certificateId: string): Diagnostic {
  return warning(
    `Order ${orderId} was reissued: ${certificateId}`,
    `The service answered with certificate ${certificateId}.`,
  );
}

/** The latest certificate came from the same request. */
export function adoptionWarning(latest: Attempt, planned: Planned<Reissue>): Diagnostic {
  const { orderId, certificateId } = latest;
  const counted =
    planned.renew_before_days === null
      ? ""
      : ` Renewals count from its date in the journal (${madeAt(latest) ?? "there is none, so they begin after the next reissue"}).`;
  return warning(
    `Order ${orderId} is adopted without a reissue`,
    `Its latest certificate, ${certificateId} (${describeAttempt(latest)}), came from the same request. Nothing is sent.${counted} To reissue the order once more, change a trigger after this apply:\n\n    ${nextTrigger(planned)}`,
  );
}

/** A trigger with a value that it does not have yet. */
function nextTrigger({ triggers }: Planned<Reissue>): string {
  const { reissue, ...otherTriggers } = (isKnown(triggers) && triggers) || {};
  const next = `reissue = "${Number.isSafeInteger(Number(reissue)) && reissue ? Number(reissue) + 1 : 2}"`;
  return isKnown(triggers) && Object.keys(otherTriggers).length === 0
    ? `triggers = { ${next} }`
    : `${next} # in triggers, beside the others`;
}

/** Renewals are configured, and nothing says since when to count. */
export function undatedCertificate(
  orderId: string,
  certificateId: string,
  journalFlag: string | undefined,
): Diagnostic {
  const paste = { kind: "import", orderId, certificateId, isDated: true, journalFlag } as const;
  return warning(
    `Order ${orderId}: renewals begin after the next reissue`,
    `It is not known when certificate ${certificateId} was issued. To count renewals from its date of issue, state it:\n\n    ${importCommand(paste)}`,
  );
}

/** An import is trusted where the journal knows nothing else. */
export function adoptingUnverified(prior: ReissueState, planned: Planned<Reissue>): Diagnostic {
  const arguments_ = Object.entries<Attribute>(schema.attributes)
    .filter(([name, { computed }]) => !computed && planned[name as keyof Planned<Reissue>] !== null)
    .map(([name]) => name);
  return warning(
    `Order ${prior.order_id} is adopted without a reissue`,
    `The journal does not know what certificate ${prior.certificate_id} was made from. The apply trusts the configuration: ${arguments_.join(", ")}. The next change reissues the order${planned.renew_before_days === null ? "" : ", and so does a renewal once it is due"}.`,
  );
}

/** The journal knows that another request made the imported certificate, or cannot compare the two yet. */
export function importedFromAnotherRequest(
  { orderId, attemptId, certificateId }: Attempt,
  differs: readonly Difference[],
  {
    unknownParts,
    isOnlyImported,
    journalFlag,
  }: {
    readonly unknownParts: readonly string[];
    readonly isOnlyImported: boolean;
    readonly journalFlag: string | undefined;
  },
): Diagnostic {
  if (differs.length === 0)
    return codedError(
      "not_known_yet",
      "The request is not known yet",
      `Certificate ${certificateId} of order ${orderId} was imported (attempt ${attemptId}), and it cannot be compared with the configuration: ${unknownParts.join(", ")} ${unknownParts.length > 1 ? "are" : "is"} only known after apply. Nothing was sent. Apply what that comes from first (-target), then plan again.`,
    );
  const waysOut = [
    {
      when: "To reissue the order on top of that attempt",
      paste: { kind: "supersede", orderId, attemptId },
    } as const,
  ];
  const corrected = { kind: "import", orderId, certificateId, request: "corrected", journalFlag } as const;
  return codedError(
    "import_refused",
    "The imported certificate was made from a different request",
    paragraphs(
      `By the journal, certificate ${certificateId} of order ${orderId} (attempt ${attemptId}) was made from a request that differs from the configuration in ${namesOf(differs)}. Nothing was sent. To adopt it, configure the request that made it.`,
      render(showDifferences(differs), terraformDialect),
      isOnlyImported
        ? `If an earlier import stated a wrong request, correct it. That costs nothing:\n\n    ${importCommand(corrected, "--request-file REQUEST_FILE --csr-file CSR_FILE")}`
        : "",
      renderWaysOut(waysOut, terraformDialect),
    ),
  );
}

/** A person has corrected the date of issue after the plan. */
export function renewalNotDue({ order_id, certificate_id, issued_at }: ReissueState): Diagnostic {
  return codedError(
    "plan_outdated",
    "The renewal is not due any more",
    `By the journal, certificate ${certificate_id} of order ${order_id} was issued at ${issued_at}. Nothing was sent. Plan again, with a refresh.`,
  );
}

function namesOf(differs: readonly Difference[]): string {
  return differs.map(({ part }) => part).join(", ");
}

/** The state is behind the journal, and no reissue is planned. */
export function newerCertificate(
  prior: ReissueState,
  latest: Attempt,
  differs: readonly Difference[],
): Diagnostic {
  const { certificateId } = latest;
  const orderId = String(prior.order_id);
  const adopt =
    differs.length > 0
      ? paragraphs(
          `It came from a request that differs in ${namesOf(differs)}. To adopt it, configure that request; nothing is sent then.`,
          render(showDifferences(differs), terraformDialect),
        )
      : `To adopt it, import it in place of the stored one:\n\n    ${terraformDialect({ kind: "import", orderId, certificateId, isStored: true })}`;
  return warning(
    `Order ${orderId} has a newer certificate`,
    `The state has certificate ${prior.certificate_id}. The journal has the newer certificate ${certificateId} (${describeAttempt(latest)}). ${adopt}`,
  );
}

/** One order, two resources. */
export function describedTwice(orderId: string): Diagnostic {
  return codedError(
    "order_described_twice",
    `Order ${orderId} is described twice`,
    `Two resources of this plan describe order ${orderId}. An order has one latest certificate. The second resource sends nothing. Describe each order in one resource.`,
    "order_id",
  );
}

/** `-replace` and `replace_triggered_by`. */
export function replaceError(orderId: string, planned: Planned<Reissue>): Diagnostic {
  return codedError(
    "replace_refused",
    "Replacing does not reissue",
    `Order ${orderId} is in the state, and this plan replaces it (-replace or replace_triggered_by). Nothing was sent. To reissue the order, change the request or a trigger, for example:\n\n    ${nextTrigger(planned)}\n\nInstead of replace_triggered_by, put the value that it watches into triggers.`,
  );
}

/** A replacement whose new order is only known after apply: it may be the same order. */
export function replacedByUnknownOrder(orderId: string): Diagnostic {
  return codedError(
    "not_known_yet",
    "The order is not known yet",
    `The state has order ${orderId} here, and the new order_id is only known after apply. It may be the same order. Nothing was sent. Apply what order_id comes from first (-target), then plan again.`,
    "order_id",
  );
}

/**
 * A new resource, and the state has its order: a rename, a tainted object or a second block. `latest`: the certificate that the
 * journal knows, from another request. Undefined: only the state knows the order.
 */
export function inStateAlready(
  provider: ProviderData,
  orderId: string,
  { replacesOtherOrder, latest }: { replacesOtherOrder: boolean; latest?: Attempt | undefined },
): Diagnostic {
  const reason = latest
    ? `Its latest certificate, ${latest.certificateId}, was made from a different request.`
    : provider.isRecorded
      ? `The journal does not know its certificate (${provider.journal.title}).`
      : "There is no journal.";
  if (replacesOtherOrder)
    return codedError(
      "order_in_state",
      "Orders have changed places",
      `Order ${orderId} is stored under another index. ${reason} Nothing was sent. A moved block cannot shift indexes: key the instances by order, with one moved block for each:\n\n    for_each = toset(["${orderId}"])\n\n    moved {\n      from = ADDRESS[OLD_INDEX]\n      to   = ADDRESS["${orderId}"]\n    }${latest ? "" : "\n\nOr use a journal that all machines share (journal)."}`,
      "order_id",
    );
  return codedError(
    "order_in_state",
    "The order is in this state already",
    `Order ${orderId} is stored under another address, or this object is tainted. ${reason} Nothing was sent.\n\nIf two resources describe it, keep one.\n\nIf the resource was renamed:\n\n    moved {\n      from = OLD_ADDRESS\n      to   = NEW_ADDRESS\n    }\n\nIf it is tainted:\n\n    terraform untaint ADDRESS\n\nIf a second resource of this order was removed from the configuration, apply that first:\n\n    terraform apply -target=ADDRESS`,
    "order_id",
  );
}

/** The plan was made with an entry of `resolve` that this run does not have. */
export function resolutionMissing(orderId: string, entry: string): Diagnostic {
  return codedError(
    "plan_outdated",
    "This run does not have the resolution that was planned",
    `When this plan was made, resolve said "${entry}" for order ${orderId}. Nothing was sent or written. Set CERTORDER_RESOLVE for the apply too, or write resolve into the provider block, which a saved plan keeps. If this is not a saved plan, run it without -refresh=false.`,
  );
}

/** The plan was made with an entry of `supersede` that this run does not have, or that does not name the latest any more. */
export function supersedeMissing(
  orderId: string,
  attemptId: string,
  latest: Attempt | undefined,
): Diagnostic {
  const remedy =
    latest?.attemptId === attemptId
      ? "Set CERTORDER_SUPERSEDE for the apply too, or write supersede into the provider block, which a saved plan keeps."
      : `The latest certificate of the order is now ${latest?.certificateId ?? "unknown"}. Plan again.`;
  return codedError(
    "plan_outdated",
    "The planned supersede does not apply",
    `When this plan was made, supersede named attempt ${attemptId} of order ${orderId}. Nothing was sent. ${remedy} If this is not a saved plan, run it without -refresh=false.`,
  );
}

/** `resolve` names an attempt that the order does not have. `owner`: the order that has it, if it is known. */
export function resolvesOtherOrder(
  orderId: string,
  attemptId: string,
  owner: string | undefined,
): Diagnostic {
  const remedy =
    owner === undefined
      ? `Find its order with certorder journal show ${attemptId} on the machine that sent it, or remove the entry.`
      : `Order ${owner} has it: move the entry there.`;
  return warning(
    `Order ${orderId}: an entry of resolve does nothing`,
    `It names attempt ${attemptId}, which neither journal nor state has for order ${orderId}. ${remedy}`,
  );
}

/** Destroying a resource. */
export function destroyWarning(
  { order_id, open_attempt_id: open }: ReissueState,
  isRecorded: boolean,
): Diagnostic {
  return warning(
    `Order ${order_id} is only removed from the state`,
    `Removing the resource sends nothing to the service and revokes nothing.${open === null ? "" : ` Attempt ${open} has no known outcome, and stays open in the journal.`}${isRecorded ? "" : " Without a journal, nothing remembers this order afterwards."}`,
  );
}

/** The import has another order than the configuration. */
export function importedOtherOrder(prior: ReissueState, orderId: string): Diagnostic {
  return codedError(
    "import_refused",
    "Another order was imported",
    `The import has order ${prior.order_id}, and order_id is ${orderId}. Import the configured order, or correct order_id.`,
    "order_id",
  );
}

/** An entry of `resolve` that was corrected since. */
export function leftOverResolution(orderId: string, { attemptId, certificateId }: Resolution): Diagnostic {
  return warning(
    `Order ${orderId}: an entry of resolve is left over`,
    `It says ${certificateId === null ? "not-happened" : `certificate ${certificateId}`} of attempt ${attemptId}. The journal has a later result, which counts. Remove the entry. To correct the result, use certorder journal resolve.`,
  );
}

/** Another statement about the attempt was made after the state was read. */
export function resolutionOvertaken(orderId: string, attempt: Attempt): Diagnostic {
  const { attemptId, certificateId, lastEvent } = attempt;
  return codedError(
    "plan_outdated",
    "The attempt got another result",
    `Attempt ${attemptId} of order ${orderId} has another result than when the state was read: ${certificateId ? `certificate ${certificateId}` : lastEvent}. The entry of resolve about it would overwrite that. Nothing was sent or written. Plan again, with a refresh.`,
  );
}

/** An apply creates a journal that is not there, and a key that the lost one knew could then be sent again. */
export function journalMissing(title: string, hasCertificates: boolean): Diagnostic {
  return warning(
    "The journal does not exist",
    `${title} does not exist${hasCertificates ? ", and the state has certificates" : ""}. The apply creates it. If it was there before, stop: correct its address, mount its volume or restore it. A new journal does not know which orders were reissued.`,
  );
}

/** The state has certificates that this journal has never heard of. */
export function stateKnowsMore(title: string, orderId: string, certificateId: string): Diagnostic {
  return warning(
    "The state knows more than the journal",
    `The state has certificate ${certificateId} of order ${orderId}, and ${lowerFirst(title)} does not. So another machine uses another journal, or this one was restored from a copy. With two journals, one reissue can be paid twice. Use the journal of that machine here too, or one that all machines share:\n\n    journal = "postgres://user@host/database"\n\nTo bring the entries of a folder there:\n\n    certorder journal copy FOLDER postgres://user@host/database`,
  );
}

/** The stored time of issue is in the future. */
export function issuedInFuture({ order_id, issued_at }: ReissueState): Diagnostic {
  return warning(
    `Order ${order_id} was issued in the future`,
    `issued_at is ${issued_at}, which is in the future by this clock. Its renewal is counted from then, so it may come too late. Check the clock of this machine; if the state is wrong, import the certificate with its date.`,
  );
}

/** The journal may not outlive the job. */
export function vanishingJournal(problem: InputProblem): Diagnostic {
  const { message, remedy } = problem.renderIn(terraformDialect);
  return warning("The journal vanishes with this machine", `${message} ${remedy}`);
}

/** The latest certificate changed between plan and apply. `adopted`: the certificate that the plan adopts. */
export function reissuedSincePlan(
  orderId: string,
  latest: Attempt | undefined,
  adopted?: string | null,
): Diagnostic {
  const plan = adopted ? `The plan adopts certificate ${adopted}, but the` : "The";
  return codedError(
    "plan_outdated",
    "The order was reissued after the plan",
    `${plan} latest certificate of order ${orderId} is now ${latest ? `${latest.certificateId ?? "(encrypted)"} (${describeAttempt(latest)})` : "unknown"}. Nothing was sent. Plan again, with a refresh.`,
  );
}
