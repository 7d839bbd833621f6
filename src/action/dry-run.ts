import { isDue, previewReissue, requestLines, shownRequest } from "../client/index.ts";
import { reissueOperation } from "../contract/index.ts";
import { codeSpan } from "./clean-text.ts";
import { createActionClient } from "./client.ts";
import type { ActionCode } from "./codes.ts";
import type { GitHub } from "./github.ts";
import { openJournal } from "./open-journal.ts";
import type { ActionInputs } from "./read-inputs.ts";
import { isStatement } from "./reissue-inputs.ts";
import { readTask } from "./reissue-task.ts";
import type { Runner } from "./runner.ts";
import type { StepResult } from "./step-result.ts";

/** Shows the request with its secrets masked. Asks neither the service nor, without `max-age`, GitHub or a journal. */
export async function dryRun(
  inputs: ActionInputs,
  connect: () => Promise<GitHub>,
  runner: Runner,
): Promise<StepResult> {
  const { settings, values, own } = inputs;
  // The constructor checks the settings.
  createActionClient(inputs, runner);
  if (isStatement(own)) return ofStatement();
  const due = own("max-age") !== "" ? await isRenewalDue(inputs, connect, runner) : undefined;
  const request = shownRequest(reissueOperation, values, settings);
  const lines = requestLines(request);
  const { body } = request;
  const dueLine = due === undefined ? [] : [`A renewal is ${due ? "" : "not "}due.`];
  return {
    outputs: { ...nothingSent, ...(due !== undefined && { due }) },
    json: { request },
    level: "passed",
    title: "Dry run: nothing was sent",
    lines: [
      ...(own("require-callback") === "true" ? ["The callback would be tested first."] : []),
      ...dueLine,
    ],
    shown: { title: "The request", lines },
    summary: [
      "### 🧪 Dry run: nothing was sent",
      ...dueLine,
      "The reissue would be:",
      ...lines.slice(0, 1).map((line) => codeSpan(line)),
      // No line of indented JSON can end the code block.
      ...(body ? [`\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``] : []),
    ].join("\n\n"),
  };
}

const nothingSent = {
  outcome: "not-sent",
  code: "dry_run" satisfies ActionCode,
  tries: 0,
  sent: false,
  "already-done": false,
} as const;

function ofStatement(): StepResult {
  const what = "The step would record its statement, and send nothing.";
  return {
    outputs: nothingSent,
    level: "passed",
    title: "Dry run: nothing was sent or recorded",
    lines: [what],
    summary: `### 🧪 Dry run: nothing was sent or recorded\n\n${what}`,
  };
}

/** Whether the latest certificate is older than `max-age`. */
async function isRenewalDue(
  inputs: ActionInputs,
  connect: () => Promise<GitHub>,
  runner: Runner,
): Promise<boolean> {
  const task = readTask(inputs);
  const { journal, client } = await openJournal(inputs, task, connect, runner);
  // The inputs were checked: a renewal has a journal.
  if (journal === "none") return false;
  const { service } = client;
  const decision = await previewReissue(journal, inputs.values, { service, maxAgeMs: task.maxAgeMs });
  return isDue(decision, journal.now());
}
