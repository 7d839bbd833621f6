import { requestLines, shownRequest } from "../client/index.ts";
import { callbackTestOperation, reissueOperation } from "../contract/index.ts";
import { codeSpan } from "./clean-text.ts";
import { createActionClient } from "./client.ts";
import type { ActionCode } from "./codes.ts";
import type { ActionInputs } from "./read-inputs.ts";
import type { Runner } from "./runner.ts";
import type { StepResult } from "./step-result.ts";

/** Shows the request with its secrets masked. Asks neither the service nor GitHub. */
export function dryRun(inputs: ActionInputs, runner: Runner): StepResult {
  const { operation: name, settings, values } = inputs;
  // The constructor checks the settings.
  createActionClient(inputs, runner);
  const operation = name === reissueOperation.name ? reissueOperation : callbackTestOperation;
  const request = shownRequest(operation, values, settings);
  const lines = requestLines(request);
  const { body } = request;
  return {
    outputs: { outcome: "not-sent", code: "dry_run" satisfies ActionCode, tries: 0 },
    json: { request },
    level: "passed",
    title: "Dry run: nothing was sent",
    lines: inputs.own("require-callback") === "true" ? ["The callback would be tested first."] : [],
    shown: { title: "The request", lines },
    summary: [
      "### 🧪 Dry run: nothing was sent",
      `The ${name === reissueOperation.name ? "reissue" : "callback test"} would be:`,
      ...lines.slice(0, 1).map((line) => codeSpan(line)),
      // No line of indented JSON can end the code block.
      ...(body ? [`\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``] : []),
    ].join("\n\n"),
  };
}
