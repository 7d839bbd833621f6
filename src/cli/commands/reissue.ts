import { createInterface } from "node:readline/promises";
import type { ReissueResult } from "../../client/index.ts";
import { checkRequest } from "../../client/index.ts";
import type { Issue, Values } from "../../contract/index.ts";
import {
  CertOrderError,
  decode,
  howToResolve,
  outcomes,
  parseBody,
  reissue,
  reissueFields,
  reissueRequestOf,
  unknownField,
} from "../../contract/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { Command, Input } from "../command.ts";
import { UsageError } from "../command.ts";
import { clientFor, journalFor, refuseProblems, settingsOf } from "../connect.ts";
import { showRequest } from "../dry-run.ts";
import { exitCodeOf, exitCodes } from "../exit-code.ts";
import { fieldFlags, fieldValues, settingFlags } from "../flags.ts";
import { onInterrupt } from "../interrupt.ts";
import type { Output } from "../output.ts";
import { printable, UnwrittenError } from "../output.ts";
import { readTextFile } from "../secret.ts";

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
    "dry-run": { kind: "switch", doc: "Show the request with its secrets masked, and send nothing." },
    yes: { kind: "switch", doc: "Do not ask for confirmation. Needed when nobody is at a terminal." },
    ...settingFlags(),
  },
  examples: [
    "certorder reissue order-1 --sign-hash sha256 --common-name example.com --csr-file site.csr",
    "certorder reissue order-1 --request request.json --yes --json",
  ],

  async run(input) {
    const { output } = input;
    const { values, issues: requestIssues } = await requestOf(input);
    const { settings, issues } = await settingsOf(input);
    const dryRun = input.given["dry-run"] === true;
    const problems = [...(dryRun ? [] : issues), ...requestIssues, ...checkRequest(reissue, values)];
    refuseProblems("The reissue was not sent", problems);
    if (dryRun) {
      for (const issue of problems) output.warning(issue);
      await showRequest(reissue, values, settings, output);
      return exitCodes.ok;
    }
    const orderId = String(values.order_id);
    if (input.given.yes !== true && !(await confirmed(orderId, settings.base_url))) {
      output.note("Nothing was sent.");
      return exitCodes.usage;
    }

    const journal = journalFor(settings, output);
    using interrupt = onInterrupt(output.note);
    let result: ReissueResult;
    try {
      result = await clientFor(settings, output, { journal }).reissue(orderId, reissueRequestOf(values), {
        ...interrupt.signals,
        // When the person pressed Enter, as near as can be told: two commands started together are two at once.
        askedAt: new Date(performance.timeOrigin),
      });
    } catch (error) {
      if (!CertOrderError.is(error)) throw error;
      await output.failure(error);
      return exitCodeOf(error);
    }
    try {
      await output.result(result, [
        `${output.style("green", "✓ reissued")} order ${orderId}: certificate ${output.style("bold", result.certificateId)}`,
      ]);
    } catch (error) {
      if (!(error instanceof UnwrittenError)) throw error;
      output.note(
        `✗ Order ${orderId} was reissued: certificate ${result.certificateId}. ${error.message}${journal ? ` Store that id where it belongs. ${toClose(result)}` : ""}`,
      );
      return outcomes["done-unread"].exitCode;
    }
    // Only now is the result out of our hands. Had printing failed, the journal would still hold it.
    if (journal) await acknowledge(journal, result, output);
    return exitCodes.ok;
  },
};

/** It happened and was printed: that the journal cannot take this down changes nothing about it. */
async function acknowledge(journal: Journal, result: ReissueResult, output: Output): Promise<void> {
  try {
    if (result.attemptId !== undefined) await journal.acknowledge(result.attemptId);
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    output.note(
      `The journal could not note that the result was printed: ${error.message} If it holds the order back: ${toClose(result)}`,
    );
  }
}

function toClose({ attemptId = "", certificateId }: ReissueResult): string {
  return howToResolve({ attemptId, certificateId, happened: true });
}

async function requestOf(input: Input): Promise<{ values: Values; issues: Issue[] }> {
  const { request: requestFile, "csr-file": csrFile } = input.given as Record<string, string | undefined>;
  const [orderId, ...surplus] = input.operands;
  // What was given is not repeated: one of them may be a secret that lost its flag.
  if (surplus.length > 0)
    throw new UsageError("There is more than one order.", "Reissue one order at a time.");
  refuseBoth(input, orderId === undefined ? undefined : "ORDER_ID", "--order-id");
  refuseBoth(input, csrFile === undefined ? undefined : "--csr-file", "--csr");
  const { values, strangers } =
    requestFile === undefined ? nothing : decode(reissue, await readRequest(requestFile));
  return {
    values: {
      ...values,
      ...(await fieldValues(reissueFields, input)),
      ...(csrFile !== undefined && { csr: await readTextFile(csrFile, "--csr-file") }),
      ...(orderId !== undefined && { order_id: orderId }),
    },
    issues: strangers.map((name) => unknownField(reissueFields, name)),
  };
}

function refuseBoth({ given }: Input, one: string | undefined, flag: `--${string}`): void {
  if (one !== undefined && given[flag.slice(2)] !== undefined)
    throw new UsageError(`Both ${one} and ${flag} are given.`, "Give one of them.");
}

const nothing = { values: {}, strangers: [] };

async function readRequest(path: string): Promise<object> {
  const body = parseBody(await readTextFile(path, "--request"));
  if (body) return body;
  throw new UsageError(
    "What --request names is not a JSON object.",
    "Give the body of the request as a JSON object.",
  );
}

async function confirmed(orderId: string, service: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError("Nobody is at a terminal to confirm the reissue.", "Add --yes if it is meant.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C, Ctrl-D and a terminal that goes away are answers too. Depending on its version Node throws at them or not.
  const left = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    const question = terminal.question(
      `Reissue the certificate of order ${printable(orderId)} at ${service}?\nThis costs money and may revoke the certificate in use. Type yes to go on: `,
    );
    const answer = await Promise.race([question, left]).catch(() => "");
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
