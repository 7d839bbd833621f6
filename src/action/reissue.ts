import type { CertOrderClient } from "../client/index.ts";
import { CallbackRequiredError, DoneUnreadError, UnknownOutcomeError } from "../client/index.ts";
import type { Outcome } from "../contract/index.ts";
import { CertOrderError, isPlainId, outcomes, reissue, say, successCode, words } from "../contract/index.ts";
import {
  type Attempt,
  isOpen,
  isUnavailable,
  Journal,
  journalFrom,
  RefusedError,
  senderOf,
} from "../journal/index.ts";
import type { CancelSignals } from "./cancel.ts";
import { clientFor, tell } from "./client.ts";
import { explain, type GitHub, GitHubError, workflowRun } from "./github.ts";
import type { Given } from "./read-inputs.ts";
import { environment } from "./record/deployments.ts";
import { DeploymentShelf } from "./record/shelf.ts";
import { waysOut, waysToResolve, whyRefused } from "./refusal.ts";
import { refuseRerun } from "./rerun.ts";
import { parseResolution, resolve } from "./resolution.ts";
import type { RunContext } from "./run-context.ts";
import type { Runner } from "./runner.ts";
import type { Ending } from "./step-result.ts";
import { codeOutput, remedyLines, remedyMarkdown } from "./step-result.ts";
import { link, oneRow, quotedCell, seconds } from "./summary.ts";
import { prose, quoted } from "./text.ts";
import { inInputs } from "./voice.ts";

/** What a step is asked to do, whoever does it. */
interface Asked {
  readonly orderId: string;
  /** The wish's name: a run asks once, however often it is run again. */
  readonly wish: string;
  readonly once: string;
  readonly isRecorded: boolean;
  readonly requiresCallback: boolean;
  /** A journal that outlives the runner remembers it. */
  readonly isShared?: boolean | undefined;
}

/** Reissues the certificate of an order, at most once for each time that a person asked for it. */
export async function runReissue(
  given: Given,
  { run, connect }: { readonly run: RunContext; readonly connect: () => Promise<GitHub> },
  signals: CancelSignals,
  runner: Runner,
): Promise<Ending> {
  const started = performance.now();
  const once = given.own("once");
  const asked: Asked = {
    orderId: String(given.values.order_id),
    wish: once || `${run.owner}/${run.repo} run ${run.runId}`,
    once,
    isRecorded: given.own("record") === "deployment",
    requiresCallback: given.own("require-callback") === "true",
  };
  const { orderId, wish, isRecorded } = asked;
  const resolution = parseResolution(given.own("resolve"));
  const github = isRecorded ? await connect() : undefined;
  const created = creationOf(github ? async () => github : connect, isRecorded);
  const shelf =
    github &&
    new DeploymentShelf(github, given.settings.auth_key, {
      ...{ orderId, name: wish, attemptId: resolution?.attemptId, place: () => client.place },
      since: async () => (once ? undefined : created().catch(() => undefined)),
    });
  const warn = (error: CertOrderError) =>
    runner.warn("Going on without the journal", error.in(inInputs).message);
  const journal = shelf ? new Journal({ shelf }) : journalFrom(given.settings, { onProblem: warn });
  const client: CertOrderClient = clientFor(given, runner, { journal });
  let isUnwritten = false;
  const withTime = (ending: Ending) =>
    withTable(ending, asked, run.url, Math.round(performance.now() - started));

  try {
    const spokenOf =
      resolution &&
      (await resolve(resolution, orderId, client.journal, {
        isElsewhere: () => shelf?.isResolvingElsewhere === true,
        isRerun: run.attempt > 1,
      }));
    if (resolution && !spokenOf) return withTime(notMeant(asked, resolution.attemptId));
    const hasHappened = resolution?.word === "happened";
    const isCorrected = hasHappened && spokenOf?.certificateId !== resolution.certificateId;
    const isNews = spokenOf !== undefined && (isOpen(spokenOf) || isCorrected);
    // Run again, it gets what it got before: the certificate that it names, or what it has reissued itself.
    const isRepeated = async () => (hasHappened && run.attempt > 1) || (await isOwn(client.journal, asked));
    if (resolution && resolution.word !== "anew" && !isNews && !(await isRepeated()))
      return withTime(saidBefore(asked, resolution.attemptId));
    // A journal that outlives the runner knows what the first try of this run has sent.
    const isRemembered = isRecorded || (journal?.isShared && given.settings.journal === "required");
    if (!isRemembered && run.attempt > 1 && given.own("allow-rerun") !== "true")
      await refuseRerun(await connect());
    const result = await client.send(reissue, given.values, {
      ...signals,
      wish,
      requireCallback: asked.requiresCallback,
      anew: resolution?.word === "anew" ? resolution.attemptId : undefined,
      // Whoever names the certificate that was made asks for that one, and for nothing on top of it.
      ...(hasHappened ? { held: {} } : { heldBefore: () => createdOf(asked, created) }),
      onEvent: (event) => {
        isUnwritten ||= event.type === "journal";
        tell(event, runner);
      },
    });
    if (!isPlainId(result.certificateId)) return withTime(unusable(asked, result));
    return withTime(succeeded(asked, result, result.answered !== undefined, isUnwritten));
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    const said = resolution && error instanceof CallbackRequiredError ? [resolveIsRemembered] : [];
    return withTime(failed(error, { ...asked, isShared: journal?.isShared }, said));
  }
}

/**
 * When this run was asked for. It may have waited since, for another run that has done the same: what came after that
 * moment, whoever asked did not know. GitHub's times are whole seconds; what falls into the same one came after. A record
 * has GitHub's times; a journal has this machine's, whose clock may be another.
 */
function creationOf(connect: () => Promise<GitHub>, isRecorded: boolean): () => Promise<Date> {
  let asking: Promise<Date> | undefined;
  const ask = async () => {
    const github = await connect();
    const { created_at, clock } = await workflowRun(github, github.run.runId);
    const at = Date.parse(created_at);
    const theirs = Date.parse(clock);
    if (Number.isNaN(at) || (Number.isNaN(theirs) && !isRecorded))
      throw new Error("its answer names no time");
    return new Date(at - 1_000 + (isRecorded ? 0 : Date.now() - theirs - 1_000));
  };
  return () => {
    asking ??= ask();
    return asking;
  };
}

/** Where nobody has reissued the order, or it is held back anyway, no permission is needed to look at runs. */
async function createdOf({ orderId }: Asked, created: () => Promise<Date>): Promise<Date> {
  try {
    return await created();
  } catch (error) {
    const what =
      "the order has been reissued before, and whether this run was asked for since could not be read";
    const [because = "", ...lines] = explain(error, what, "actions: read");
    throw new GitHubError(`The reissue of order ${orderId} was not sent: ${because}`, {
      code: "record_unavailable",
      lines,
    });
  }
}

/** Adds what every ending has: the time it took, and a table at the top of its summary. */
function withTable(ending: Ending, { orderId, isRecorded }: Asked, runUrl: string, ms: number): Ending {
  const { outcome = "", "certificate-id": certificate = "", "attempt-id": attempt = "" } = ending.outputs;
  const record = runUrl.replace(/\/actions\/runs\/\d+$/, `/deployments/${environment}`);
  const table = oneRow({
    Order: quotedCell(orderId),
    Outcome: String(outcome),
    Certificate: quotedCell(String(certificate)),
    Attempt: quotedCell(String(attempt)),
    Took: seconds(ms),
    Links: [link("run", runUrl), ...(isRecorded ? [link("record", record)] : [])].join(" · "),
  });
  const [heading = "", ...rest] = ending.summary.split("\n\n");
  return {
    ...ending,
    outputs: { ...ending.outputs, "duration-ms": ms },
    summary: [heading, table, ...rest].join("\n\n"),
  };
}

interface Result {
  readonly certificateId: string;
  readonly attemptId: string;
  readonly attempts: number;
  readonly answered?: Attempt | undefined;
}

function succeeded(
  { orderId, wish, requiresCallback }: Asked,
  { certificateId, attemptId, attempts, answered }: Result,
  replayed: boolean,
  isUnwritten = false,
): Ending {
  const by = answered && answered.name !== wish ? ` by ${senderOf(answered)}` : "";
  const how = replayed ? `was reissued earlier${by}; nothing was sent now` : "was reissued";
  const left = `Runs that attempt ${attemptId} holds back need the input resolve: ${attemptId} happened ${certificateId}`;
  return {
    outputs: {
      outcome: "done",
      code: successCode,
      "certificate-id": certificateId,
      "attempt-id": attemptId,
      attempts,
      replayed,
      ...(requiresCallback && !replayed && { verdict: "pass" }),
    },
    level: isUnwritten ? "warning" : "passed",
    title: `Order ${orderId} ${how}: certificate ${certificateId}`,
    lines: isUnwritten ? [left] : [],
    summary: [
      `### ${isUnwritten ? "⚠️" : "✅"} ${replayed ? "Reissued earlier" : "Reissued"}`,
      ...(replayed || isUnwritten ? [`Order ${quoted(orderId)} ${how}.`] : []),
      ...(isUnwritten ? ["The outcome could not be written down.", prose(left)] : []),
    ].join("\n\n"),
  };
}

/** Nobody has asked for a reissue of this order: the run was started to say what became of another one's. */
function notMeant({ orderId }: Asked, attemptId: string): Ending {
  const why = `resolve speaks of attempt ${attemptId}, which is at another order.`;
  return {
    outputs: { outcome: "not-sent", code: "resolved_elsewhere", attempts: 0, replayed: false },
    level: "passed",
    title: `Order ${orderId}: nothing was sent`,
    lines: [why],
    summary: `### ⏭️ Nothing was sent\n\nOrder ${quoted(orderId)}: ${why}`,
  };
}

/** This run has asked for its reissue before: it is one that is run again. */
async function isOwn(journal: Journal, { orderId, wish }: Asked): Promise<boolean> {
  return (await journal.attempts(orderId)).some(({ fate, name }) => fate === "done" && name === wish);
}

/** Whoever says it once more may not know that it was said, or has left it in a workflow. Neither asks for a reissue. */
function saidBefore({ orderId }: Asked, attemptId: string): Ending {
  const why = `What became of attempt ${attemptId} was known already, so there is nothing that it held back.`;
  const next = "To reissue the order, start a run without resolve.";
  return {
    outputs: { outcome: "not-sent", code: "resolved_already", attempts: 0, replayed: false },
    level: "failed",
    title: `Order ${orderId}: nothing was sent`,
    lines: [why, next],
    summary: `### ❌ Nothing was sent\n\nOrder ${quoted(orderId)}: ${why}\n\n**What to do:** ${next}`,
  };
}

/** It happened, but its id has characters by which a shell after us could be led astray. */
function unusable({ orderId }: Asked, { certificateId, attemptId, attempts }: Result): Ending {
  const text = `Order ${orderId} was reissued, but the id of its certificate is not one that can be passed on safely: ${certificateId}`;
  const next = "Look the certificate up at the service. Do not repeat the reissue.";
  return {
    outputs: {
      outcome: "done-unread",
      code: "certificate_id_unusable",
      "attempt-id": attemptId,
      attempts,
      replayed: false,
    },
    level: "failed",
    title: "The reissue happened, but its result cannot be used",
    lines: [text, next],
    summary: `### ❌ Reissued, but the result cannot be used\n\n${prose(text)}\n\n**What to do:** ${next}`,
  };
}

/** A re-run would say it once more, and be told so. */
const resolveIsRemembered =
  "What resolve says is remembered. Start a new run without it, when the callback works.";

function failed(error: CertOrderError, asked: Asked, more: readonly string[]): Ending {
  const { outcome, attempts } = error;
  const { message, meaning, lines: remedies } = told(error, asked);
  const lines = [...remedies, ...more];
  const attemptId = attemptOf(error);
  return {
    outputs: {
      outcome,
      code: codeOutput(error),
      attempts,
      replayed: false,
      ...(error instanceof CallbackRequiredError && { verdict: error.verdict }),
      ...(attemptId !== undefined && isPlainId(attemptId) && { "attempt-id": attemptId }),
    },
    level: "failed",
    title: `${titles[outcome]}: ${error.code}`,
    lines: [message, meaning, ...lines],
    summary: [
      `### ${outcome === "unknown" ? "❓" : "❌"} Reissue: ${outcome}`,
      prose(message),
      meaning,
      `**What to do:** ${remedyMarkdown(lines)}`,
    ].join("\n\n"),
  };
}

/** What an annotation is called. */
const titles: Readonly<Record<Outcome, string>> = {
  done: "The reissue is done",
  rejected: "The reissue was refused",
  "not-sent": "The reissue was not sent",
  unknown: "Nobody knows whether the reissue happened",
  "done-unread": "The reissue happened, but its result was lost",
};

function attemptOf(error: CertOrderError): string | undefined {
  if (error instanceof RefusedError) return error.refusal.attempt.attemptId;
  return error instanceof UnknownOutcomeError || error instanceof DoneUnreadError
    ? error.attemptId
    : undefined;
}

/** Of what was before, in another step or attempt of the same run, this says nothing. */
const thisStep = "This step has sent nothing.";

/** What happened and what to do, in the words of a workflow: it has inputs where the command line has commands. */
function told(error: CertOrderError, { orderId, wish, once, isRecorded, isShared }: Asked) {
  if (error instanceof RefusedError)
    return {
      message: say(
        words`The reissue of order ${orderId} was not sent: ${whyRefused(error.refusal, once)}`,
        inInputs,
      ),
      meaning: thisStep,
      lines: [waysOut(error.refusal, wish, once)],
    };
  const common = {
    message: error.in(inInputs).message,
    meaning: error.outcome === "not-sent" ? thisStep : outcomes[error.outcome].meaning,
  };
  if (isRecorded && isUnavailable(error))
    return { ...common, lines: ["See whether another run reissues the order, then run this one again."] };
  const isUnknown = error instanceof UnknownOutcomeError;
  const attemptId = attemptOf(error);
  if (attemptId === undefined) return { ...common, lines: remedyLines(error) };
  const resolving = waysToResolve(attemptId, !isUnknown, isUnknown ? error.certificateId : undefined);
  if (isRecorded || isShared) return { ...common, lines: [resolving] };
  return {
    ...common,
    lines: [
      `On a runner whose disk lasts: ${resolving}`,
      "On any other, nothing remembers it: look the order up at the service, and start a new run only if it was not reissued. With record: deployment, no run would send it again before you have said what became of it.",
    ],
  };
}
