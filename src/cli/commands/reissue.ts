import { checkRequest } from "../../client/index.ts";
import type { Settings } from "../../contract/index.ts";
import { reissue, reissueFields, requireCallbackDoc } from "../../contract/index.ts";
import type { Ask, Attempt, Considered, Journal } from "../../journal/index.ts";
import { isOpen, isUnavailable, RefusedError, whatIsAsked } from "../../journal/index.ts";
import type { Command } from "../command.ts";
import { confirmed } from "../confirm.ts";
import { clientFor, isWrong, journalFor, refuseProblems, settingsOf } from "../connect.ts";
import { showRequest } from "../dry-run.ts";
import { exitCodes } from "../exit-code.ts";
import { fieldFlags, settingFlags } from "../flags.ts";
import { onInterrupt } from "../interrupt.ts";
import { requestOf } from "../reissue-request.ts";
import { madeAt, showResult, showSkipped } from "../reissue-result.ts";
import { wishFlags, wishOf } from "../wish.ts";

export const command: Command = {
  name: "reissue",
  summary:
    "Reissue the certificate of an order. Costs money and may revoke the certificate in use; sent at most once.",
  operands: "ORDER_ID",
  flags: {
    ...fieldFlags(reissueFields),
    "csr-file": { kind: "value", value: "PATH", doc: "Read the CSR from a file; - is standard input." },
    request: {
      kind: "value",
      value: "PATH",
      doc: "Read the request from a JSON file in the service's form; - is standard input. Flags win over it.",
    },
    "require-callback": { kind: "switch", doc: requireCallbackDoc },
    "dry-run": { kind: "switch", doc: "Show the request with its secrets masked, and send nothing." },
    ...wishFlags,
    ...settingFlags(),
  },
  examples: [
    "certorder reissue order-1 --sign-hash sha256 --common-name example.com --csr-file site.csr",
    "certorder reissue order-1 --request request.json --yes --once TICKET-4711 --json",
    "certorder reissue order-1 --request request.json --yes --unless-within 30d",
  ],

  async run(input) {
    const { output } = input;
    const { values, issues: requestIssues } = await requestOf(input);
    const { settings, issues } = await settingsOf(input);
    const dryRun = input.given["dry-run"] === true;
    const requireCallback = input.given["require-callback"] === true;
    const problems = [
      ...(dryRun ? issues.filter(isWrong) : issues),
      ...requestIssues,
      ...checkRequest(reissue, values),
    ];
    refuseProblems("The reissue was not sent", problems);
    if (dryRun) {
      for (const issue of problems) output.warning(issue);
      if (requireCallback) output.note("The callback would be tested first.");
      await showRequest(reissue, values, settings, output);
      return exitCodes.ok;
    }

    const { name, anew, unlessWithinMs, isTyped } = wishOf(input, settings);
    const orderId = String(values.order_id);
    const what = whatIsAsked(orderId, values);
    const journal = journalFor(settings, input);
    const client = clientFor(settings, output, { journal });
    // What is known from here on is what the asker knows. What others do later, at the prompt or in a race, is noticed.
    const known = await consider(journal, settings, {
      ...{ place: client.place, orderId, what, name, anew, again: true },
      // Whoever names an attempt knows of that one, and of none after it.
      held: anew === undefined ? undefined : { attemptId: anew },
    });
    if (known?.verdict.kind === "answer") {
      const { attempt: answered, certificateId } = known.verdict;
      const { attemptId } = answered;
      return showResult(
        { outcome: "done", orderId, certificateId, attemptId, answered, httpStatus: undefined, attempts: 0 },
        { journal, name, output },
      );
    }
    const { head } = known ?? {};
    if (head && isWithin(head, unlessWithinMs) && !known?.history.some(isOpen))
      return showSkipped(head, what, output);
    if (known?.verdict.kind === "refuse") throw new RefusedError(orderId, known.verdict.refusal);
    if (isTyped && !(await confirmed(question(orderId, settings, head)))) {
      output.note("Nothing was sent.");
      return exitCodes.usage;
    }

    using interrupt = onInterrupt(output.note);
    const result = await client.send(reissue, values, {
      ...interrupt.signals,
      ...{ wish: name, anew, held: known?.held, requireCallback },
    });
    return showResult(result, { journal, name, output });
  },
};

/** What the journal says before anything is begun. Undefined: there is none, or it cannot be read and need not be. */
async function consider(
  journal: Journal | undefined,
  settings: Settings,
  ask: Ask,
): Promise<Considered | undefined> {
  try {
    return await journal?.consider(ask);
  } catch (error) {
    // It is said once the attempt begins.
    if (isUnavailable(error) && settings.journal === "best-effort") return undefined;
    throw error;
  }
}

function question(orderId: string, { base_url, journal }: Settings, head: Attempt | undefined): string[] {
  const history = head
    ? `It was last reissued at ${madeAt(head)}: certificate ${head.certificateId} (attempt ${head.attemptId}).`
    : "The journal knows of no earlier reissue.";
  return [
    `Reissue the certificate of order ${orderId} at ${base_url}?`,
    ...(journal === "off" ? [] : [history]),
    "This costs money and may revoke the certificate in use. Type yes to go on:",
  ];
}

function isWithin(head: Attempt, ms: number | undefined): boolean {
  // A date that cannot be read, or is still to come, is no reason to pay once more.
  return ms !== undefined && !(Date.now() - Date.parse(madeAt(head)) >= ms);
}
