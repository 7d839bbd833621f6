import { type InputProblem, InvalidInputError, readIssueTime } from "../../contract/index.ts";
import { type ServiceRef, toServiceRef } from "../../journal/index.ts";
import { type CommandInput, defineCommand, type FlagValues } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { readSettings, refuseProblems } from "../connect.ts";
import { fieldFlags } from "../flags.ts";
import type { OrderRow } from "../orders/index.ts";
import { showWhileWaiting } from "../progress.ts";
import { flagFields, readDefaults, readRequest, requestFlags } from "../reissue-request.ts";
import { checkOperandsOrFile, fileFlags } from "../statements/file-flags.ts";
import { checkStatedRequest, importCertificate, importRows, readImportRow } from "../statements/imports.ts";
import { recordAll } from "../statements/record-all.ts";
import { existingJournal } from "../which-journal.ts";

export const command = defineCommand({
  details:
    "Another program made it, or a person in the service's portal. Nothing is sent. Then the order can be renewed with --max-age: state the request that made it, with its CSR. A later import adds what an earlier one left out, and may state another date. To replace a wrong request, add --correct.",
  operands: "[ORDER_ID CERTIFICATE_ID]",
  flags: {
    "issued-at": {
      kind: "value",
      value: "DATE",
      doc: "When it was issued, such as 2026-11-01. --max-age counts from it.",
    },
    latest: { kind: "switch", doc: "The journal has another latest certificate, and this one is newer." },
    "bring-back": {
      kind: "switch",
      doc: "The order was reissued after this certificate, and it is the one to use again.",
    },
    correct: { kind: "switch", doc: "An earlier import stated a wrong request, and this is the right one." },
    ...requestFlags,
    ...fileFlags,
  },
  moreFlags: fieldFlags(flagFields),
  settings: "statement",
  unfinished: "The certificate may not be imported.",
  examples: [
    "certorder journal import order-1 cert-7 --issued-at 2026-11-01 --request-file request.json",
    "certorder journal import order-1 cert-8 --latest",
    "certorder journal import --from certificates.csv --sign-hash sha256",
  ],

  async run(input) {
    const { operands, flags, output } = input;
    checkOperandsOrFile("journal import", ["ORDER_ID", "CERTIFICATE_ID"], operands, flags);
    if (flags.from !== undefined) return importFile(flags.from, input);
    const [orderId = "", certificateId = ""] = operands;
    const { values, problems } = await readRequest(input);
    const service = await readService(input, [...problems, ...checkStatedRequest(values)]);
    const { journal } = await existingJournal(input);
    const date = flags["issued-at"];
    const time = date === undefined ? {} : readIssueTime(date, journal.now());
    if (time.problem) throw new InvalidInputError(notImported, [time.problem]);
    const facts = {
      orderId,
      certificateId,
      issuedAt: time.issuedAt,
      asLatest: flags.latest,
      bringsBack: flags["bring-back"],
      corrects: flags.correct,
    };
    const importing = importCertificate(journal, service, facts, values);
    const { attempt, isNew } = await showWhileWaiting("the store", importing);
    const done = isNew ? "✓ imported" : "✓ already the latest";
    return {
      json: { orderId, certificateId, attemptId: attempt.attemptId, imported: isNew },
      lines: [`${output.style("green", done)} certificate ${certificateId} of order ${orderId}`],
    };
  },
});

const notImported = "The certificate was not imported";

/** The service that the statement is about. Problems of the request are reported with those of the settings. */
async function readService(input: CommandInput, problems: readonly InputProblem[]): Promise<ServiceRef> {
  const { settings, problems: all } = await readSettings(input);
  const own = all.filter(({ contractName }) => contractName === "base_url" || contractName === "service");
  refuseProblems(notImported, [...own, ...problems]);
  return toServiceRef(settings.service, settings.base_url);
}

/** Imports one certificate a row. The flags of a request are defaults for all rows. */
async function importFile(path: string, input: CommandInput): Promise<number> {
  const { flags, output } = input;
  const { yes = false, correct } = flags as FlagValues<typeof fileFlags> & { readonly correct?: boolean };
  if (["issued-at", "latest", "bring-back"].some((name) => flags[name] !== undefined))
    throw new UsageError(
      "With --from, each row states its own time and whether it is the latest.",
      "Use the columns issued_at, latest and bring_back.",
    );
  const { values, problems } = await readDefaults(input);
  const service = await readService(input, problems);
  const { journal } = await existingJournal(input);
  const words = { done: "imported", stood: "already the latest" };
  const read = (row: OrderRow) => readImportRow(row, correct, journal, service);
  return recordAll({ path, yes, options: importRows(values, journal.now()), words, output, read });
}
