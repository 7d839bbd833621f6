import {
  anew,
  byContract,
  entriesIn,
  idOf,
  importId,
  isPlainId,
  notHappened,
  resolveArgument,
  resolveVariable,
  say,
  serviceMayTake,
} from "../../contract/index.ts";
import type { Attempt, Refusal } from "../../journal/index.ts";
import { codeOf, describeRefusal } from "../../journal/index.ts";
import type { Attribute, Diagnostic, Planned } from "../../plugin/index.ts";
import { error, isKnown, warning } from "../../plugin/index.ts";
import { coded } from "../diagnostics.ts";
import type { Service } from "../service.ts";
import type { Reissue, ReissueState } from "./schema.ts";
import { schema } from "./schema.ts";

// What people read about reissues in a plan. Each says what, why, and what to do.

const titles: Readonly<Record<Refusal["because"], string>> = {
  open: "A Reissue Is Unresolved",
  unshown: "A Reissue Is Unresolved",
  "name-used": "Reissued Already",
  "reissued-since": "The Order Was Reissued Otherwise",
  elsewhere: "The Order Has Another History",
  expired: "The Certificate Has Expired",
  sealed: "The Result Is Sealed",
};

/** Nothing is sent, because of what the order's history says. As a warning where nothing was to be sent anyway. */
export function refused(
  { isKept }: Pick<Service, "isKept">,
  orderId: string,
  refusal: Refusal,
  tell: typeof error = error,
): Diagnostic {
  return tell(
    refusal.inFlight ? "A Reissue Is on Its Way" : titles[refusal.because],
    coded(
      `Order ${orderId} is not reissued: ${say(describeRefusal(refusal), byContract)}\n\n${waysOut(orderId, refusal, isKept)}`,
      codeOf(refusal),
    ),
  );
}

/** How to go on. The provider never learns what the resource is called. */
function waysOut(orderId: string, { because, attempt, inFlight, ofNoUse }: Refusal, isKept: boolean): string {
  const { attemptId, certificateId, state, service } = attempt;
  if (inFlight) return "Wait for it to end.";
  switch (because) {
    case "open":
    case "unshown":
      return unresolvedWaysOut(orderId, attemptId, {
        certificateId,
        happened: state === "done" || state === "done-unread",
        isKept,
      });
    case "elsewhere":
      return `If it is the same service, say so in the provider block (or as CERTORDER_SERVICE):\n\n  service = "${service}"\n\nIf it is another one, or one more reissue is meant all the same:\n\n${anewLine(orderId, attemptId)}`;
    case "reissued-since":
      if (ofNoUse) return oneMore(orderId, attemptId);
      return `If that certificate is the one that is wanted, ${takingOver(orderId, attempt)} ${oneMore(orderId, attemptId)}`;
    case "name-used":
    case "expired":
    case "sealed":
      return oneMore(orderId, attemptId);
  }
}

function takingOver(orderId: string, { what, certificateId }: Attempt): string {
  return what === undefined
    ? `import it, with the id ${importId(orderId, certificateId)}; a resource that is in the state is taken out first (state rm). What it was made from is not known here: it is taken to be what the configuration describes.`
    : "describe in the configuration what it was made from; it is then taken over without a reissue.";
}

function oneMore(orderId: string, attemptId: string): string {
  return `If one more reissue is meant, say so in the provider block (it lasts for this one time only):\n\n${anewLine(orderId, attemptId)}`;
}

function anewLine(orderId: string, attemptId: string): string {
  const argument = resolveArgument({ orderId, attemptId }, anew);
  return `  ${argument}\n\n${asVariable(orderId, attemptId, anew)}`.trimEnd();
}

/** The same for one run. An order's id may hold what a shell, or a list in a variable, would read as something else. */
function asVariable(orderId: string, attemptId: string, word: string): string {
  const entry = `${orderId}=${attemptId}:${word}`;
  const isReadAlike = isPlainId(orderId) && entriesIn(entry)[0]?.[0] === orderId;
  return isReadAlike ? `The same works as ${resolveVariable}="${entry}". ` : "";
}

/** How a person says what became of an attempt. */
export function unresolvedWaysOut(
  orderId: string,
  attemptId: string,
  {
    happened,
    certificateId,
    isKept,
  }: {
    readonly happened: boolean;
    readonly certificateId?: string | undefined;
    /** A journal remembers it, whatever becomes of the resource. */
    readonly isKept: boolean;
  },
): string {
  const id = idOf(certificateId);
  const line = (word: string, when: string) =>
    `\n  ${resolveArgument({ orderId, attemptId }, word)}${when && `   # ${when}`}`;
  const givenUp = isKept
    ? "To give the resource up instead: destroy -refresh=false; the order stays held back until it is resolved."
    : "Without a journal only this resource remembers it: destroyed, it is forgotten, and the next apply may reissue the order once more.";
  return `${happened && certificateId ? "" : `Look order ${orderId} up at the service. `}Then say in the provider block what became of it:
${happened ? "" : line(notHappened, `if it was not reissued, and still is not ${serviceMayTake.inWords} later`)}${line(id, happened ? "" : "if it was")}

${asVariable(orderId, attemptId, id)}${givenUp}`;
}

/** A replacement that had no effect, after the core has put the old object away: asked for in the same way, it is a creation. */
export function putAway(orderId: string, attemptId: string, isSame: boolean): string {
  return `The resource is not in the state any more: ${
    isSame
      ? "the next apply takes its certificate over again, and sends nothing."
      : "the next apply takes its certificate over again if it describes what that was made from, and is refused else."
  } ${oneMore(orderId, attemptId)}`;
}

/** A planned reissue. */
export function announced(
  service: Service,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  reasons: readonly string[],
): Diagnostic {
  const order = isKnown(planned.order_id) ? `Order ${planned.order_id}` : "An order that is not known yet";
  const current = prior?.certificate_id ? `certificate ${prior.certificate_id}` : "the current certificate";
  const losses = [
    planned.i_know_will_revoke_last_cert === true && `${current} may be revoked`,
    planned.i_know_remove_domain_will_revoke_before_cert === true &&
      "certificates with a dropped name are revoked",
  ].filter(Boolean);
  // The core shows only the first of several warnings with the same title, so each has its own.
  return warning(
    `${order} Will Be Reissued`,
    `${order} is reissued at ${service.baseUrl ?? "the service"} because ${reasons.join(", and ")}. This costs money. ${
      losses.length > 0
        ? `As acknowledged, ${losses.join(" and ")}.`
        : "Whether the service revokes the current certificate depends on the product."
    }`,
  );
}

/** The order's newest certificate is what is asked for. */
export function takenOver(
  { orderId, attemptId, certificateId, sentAt }: Attempt,
  { isStored = false, isPlanned = false },
): Diagnostic {
  return warning(
    `Order ${orderId} Is Taken Over Without a Reissue`,
    `Certificate ${certificateId} of order ${orderId} (attempt ${attemptId}${sentAt && `, ${sentAt}`}) was made from this very request: it is taken over, and nothing is sent. ${
      isStored ? "If a resource was only renamed, a moved block says so. " : ""
    }Once it is stored, -replace or a change of triggers asks for one more; together with create_before_destroy only triggers will do: the core keeps -replace to itself, and then complains of an inconsistent final plan.${isPlanned ? ` ${oneMore(orderId, attemptId)}` : ""}`,
  );
}

/** An import is believed where nothing is known that says otherwise. */
export function trusted(prior: ReissueState, planned: Planned<Reissue>): Diagnostic {
  const taken = Object.entries<Attribute>(schema.attributes)
    .filter(([name, { computed }]) => !computed && planned[name as keyof Planned<Reissue>] !== null)
    .map(([name]) => name);
  return warning(
    "Adopted Without a Reissue",
    `Order ${prior.order_id} is taken over with certificate ${prior.certificate_id}; nothing is reissued. That this certificate was made from the configuration as it stands is taken on trust: ${taken.join(", ")}. The next change reissues${planned.renew_before_days === null ? "" : ", and so does a renewal once it is due"}.`,
  );
}

export function madeFromAnotherRequest(
  prior: ReissueState,
  attemptId: string,
  changed: readonly string[],
): Diagnostic {
  const orderId = String(prior.order_id);
  return error(
    "Imported, but Made From Another Request",
    `Certificate ${prior.certificate_id} of order ${orderId} was made from a request that differs from the configuration in ${changed.join(", ")} (attempt ${attemptId}), so it cannot be adopted on trust. Describe in the configuration what it was made from. ${oneMore(orderId, attemptId)}`,
  );
}

/** The state is behind, and nothing is asked for. `differs`: in which arguments the newer one was asked for otherwise. */
export function newerKnown(prior: ReissueState, head: Attempt, differs: readonly string[]): Diagnostic {
  const { certificateId, attemptId, sentAt } = head;
  const orderId = String(prior.order_id);
  // An import is believed only where nobody knows that the certificate was made from something else.
  const how =
    differs.length > 0
      ? `It was made from a request that differs from the configuration in ${differs.join(", ")}: to take it over, describe in the configuration what it was made from; the next apply stores it, and sends nothing. ${oneMore(orderId, attemptId)}`
      : `To take the newer one over: state rm RESOURCE_ADDRESS, then import it as ${importId(orderId, certificateId)}.`;
  return warning(
    `Order ${orderId} Has a Newer Certificate`,
    `The state has certificate ${prior.certificate_id}, but order ${orderId} was reissued since: certificate ${certificateId} (attempt ${attemptId}, ${sentAt}). Nothing changes that by itself. ${how}`,
  );
}

/** Whether an object was put away to be made again is known of an order, not of one of its objects. */
export function describedTwice(orderId: string | null, isAskedAgain: boolean): Diagnostic {
  const twice = `More than one resource of this plan describes order ${orderId}.`;
  return isAskedAgain
    ? error(
        `Order ${orderId} Is Described Twice`,
        `${twice} One of them is to be reissued once more, and what that makes cannot be told from the other. Nothing was sent. Describe an order in one place: without the other block, it can be.`,
        "order_id",
      )
    : warning(
        `Order ${orderId} Is Described Twice`,
        `${twice} An order has one newest certificate; where the requests differ, one of them is refused. Describe an order in one place.`,
        "order_id",
      );
}

/** Seen only after a new resource of its order was planned. */
export function storedElsewhere(attempt: Attempt, isKept: boolean): Diagnostic {
  const { orderId, certificateId, attemptId } = attempt;
  const stored = certificateId ? `certificate ${certificateId}` : `attempt ${attemptId}`;
  return error(
    `Order ${orderId} Is Stored Under Another Name`,
    `This state knows order ${orderId} already (${stored}), by a name that the new resource does not have. Nothing was sent. ${
      isKept
        ? "It is in the journal now: plan again."
        : "Give the resource that name, or say with a moved block that it has moved, and plan again."
    }`,
  );
}

export function onlyForgotten({ order_id, certificate_id }: ReissueState, isKept: boolean): Diagnostic {
  return warning(
    "Destroying Only Forgets",
    `Destroying this resource only forgets certificate ${certificate_id ?? "(unknown)"} of order ${order_id}: nothing is sent to the service for it${isKept ? ", and what is open about the order stays open" : ""}.`,
  );
}

export function otherOrder(prior: ReissueState, orderId: string | null): Diagnostic {
  return error(
    "Another Order Was Imported",
    `The import brought order ${prior.order_id}, but order_id is ${orderId}. Import the configured order, or correct order_id.`,
    "order_id",
  );
}

export function onRunnersDisk(title: string): Diagnostic {
  return warning(
    "The Journal Lies on This Runner",
    `${title} is on the disk of this CI runner. If that disk does not outlive the job, nobody remembers a reissue that is cut off before the state is stored. Name a journal that many machines share with journal_url (CERTORDER_JOURNAL_URL; see the guide Many machines), or a folder that lasts with journal_dir (CERTORDER_JOURNAL).`,
  );
}
