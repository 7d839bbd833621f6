import {
  checkAsking,
  InputProblem,
  inRepository,
  isAttemptId,
  isPlainId,
  noJournal,
  notATime,
  notHappened,
  parseDuration,
  readImportId,
  readResolution,
  type Values,
} from "../contract/index.ts";
import { inputProblem, inputProblems } from "./input-problem.ts";
import type { OwnInput } from "./inputs.ts";
import { pasteLine } from "./step-result.ts";

/** Reads an input of the action itself, or its default. */
export type OwnInputs = (name: OwnInput) => string;

/** Whether the step states something about the order, and sends nothing. */
export function isStatement(own: OwnInputs): boolean {
  return own("resolve") !== "" || own("import") !== "";
}

/** What is wrong with the inputs of a reissue, apart from the request. */
export function checkReissueInputs(own: OwnInputs, values: Values): InputProblem[] {
  return [
    ...(isStatement(own) ? [] : checkAsked(own, values)),
    ...checkStatements(own, values),
    ...checkSupersede(own),
    ...checkWait(own),
  ];
}

function checkAsked(own: OwnInputs, { validity_days: validityDays }: Values): InputProblem[] {
  const [key, maxAge] = [own("idempotency-key"), own("max-age")];
  const maxAgeMs = parseDuration(maxAge);
  if (maxAge !== "" && maxAgeMs === undefined)
    return [inputProblem("max-age", `max-age ${notATime.problem}.`, notATime.remedy)];
  return checkAsking({
    idempotencyKey: key || undefined,
    maxAgeMs,
    supersede: own("supersede") || undefined,
    hasJournal: own("journal") !== noJournal,
    validityDays,
  }).map((problem) => (problem.rule === "required" ? notAsked(problem) : problem));
}

/** The lines to paste. The last line is none, because other remedies may follow it. */
function notAsked({ contractName, rule, texts }: InputProblem): InputProblem {
  const remedy = [
    "Add one of these lines:",
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: an expression of GitHub.
    pasteLine("idempotency-key: ${{ hashFiles('site.csr') }} # once for each CSR that is committed"),
    pasteLine("idempotency-key: ${{ github.run_id }} # once for each run"),
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: an expression of GitHub.
    pasteLine("max-age: 60d # if the latest certificate is older"),
    "If idempotency-key is given, it is empty: hashFiles of no file is empty. Check the files out before this step.",
  ];
  return new InputProblem(contractName, rule, texts.message, remedy.join("\n"));
}

/** Checks what a person states: `resolve` and `import`. */
function checkStatements(own: OwnInputs, values: Values): InputProblem[] {
  const [resolve, imported] = [own("resolve"), own("import")];
  const resolution = readResolution(resolve);
  const { problems, certificateId } = readImport(values, imported);
  const given = (["resolve", "import", "supersede"] as const).filter((name) => own(name) !== "");
  const isUnsafe = (id: string | null | undefined) => id != null && !isPlainId(id);
  return inputProblems([
    [
      given.length > 1,
      given[0] ?? "",
      `Both ${given.join(" and ")} are given.`,
      "Give one of them. Run the workflow once for each.",
    ],
    [
      isStatement(own) && own("journal") === noJournal,
      resolve === "" ? "import" : "resolve",
      `${resolve === "" ? "import" : "resolve"} needs a journal.`,
      "Leave journal: none out.",
    ],
    [
      resolve !== "" && !resolution,
      "resolve",
      "resolve cannot be read.",
      `Write ATTEMPT:${notHappened} or ATTEMPT:CERTIFICATE_ID.`,
    ],
    [isUnsafe(resolution?.certificateId), "resolve", `resolve ${unsafeId}`, anotherName],
    ...(imported === "" ? [] : problems).map(
      ({ texts }) => [true, "import", texts.message, texts.remedy] as const,
    ),
    [
      imported !== "" && problems.length === 0 && isUnsafe(certificateId),
      "import",
      `import ${unsafeId}`,
      anotherName,
    ],
  ]);
}

const unsafeId =
  "names a certificate by an id that cannot be passed on safely: it has to begin with a letter or a digit, and to have at most 64 letters, digits and . _ : / + = -.";
const anotherName =
  "Write another name of the certificate, such as its serial number: it becomes the output certificate-id.";

/** Reads `CERTIFICATE_ID`, `CERTIFICATE_ID@latest`, `CERTIFICATE_ID@DATE` or `CERTIFICATE_ID@latest,DATE`. */
export function readImport({ order_id }: Values, text: string) {
  // A missing order is reported with the other fields.
  const orderId = String(order_id ?? "ORDER_ID");
  return readImportId(`${orderId}/${text}`, new Date(), orderId);
}

function checkSupersede(own: OwnInputs): InputProblem[] {
  const supersede = own("supersede");
  return inputProblems([
    [
      supersede !== "" && !isAttemptId(supersede),
      "supersede",
      "supersede is not the id of an attempt.",
      "Write ATTEMPT, as the message shows it.",
    ],
  ]);
}

/** Only a shared journal has callbacks to wait for. */
function checkWait(own: OwnInputs): InputProblem[] {
  const name = "wait-until-issued";
  const [wait, journal] = [own(name), own("journal")];
  const isTime = parseDuration(wait) !== undefined;
  return inputProblems([
    [wait !== "" && !isTime, name, `${name} ${notATime.problem}.`, notATime.remedy],
    [
      isTime && (journal === inRepository || journal === noJournal),
      name,
      `${name} waits for a callback in the journal, and journal: ${journal} has none.`,
      "Use the journal that certorder receive uses.",
    ],
  ]);
}
