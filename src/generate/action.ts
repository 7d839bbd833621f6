import type { ActionInput, ActionInputTable, OperationName } from "../action/index.ts";
import { importantCount, inputs, listInputs, listOutputs, operations, outputs } from "../action/index.ts";
import { describePass } from "../contract/index.ts";
import { code, notice, table } from "./markdown.ts";

/** `action.yml`. Texts are JSON strings, which are valid YAML. */
export function actionYml(): string {
  return actionFile({
    name: "certorder",
    description:
      "Reissue certificates of a certificate order service, each request at most once, and test its callback.",
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [
        name,
        { ...input, doc: input.for ? `(${input.for}) ${input.doc}` : input.doc },
      ]),
    ),
    outputs,
    main: "dist/index.js",
  });
}

const descriptions: Readonly<Record<OperationName, string>> = {
  "callback-test": "Test the callback of a certificate order service, and keep an issue while it fails.",
  reissue: "Reissue the certificate of an order of a certificate order service, each request at most once.",
};

/** The `action.yml` of one operation. It has only the inputs of that operation. */
export function operationYml(operation: OperationName): string {
  return actionFile({
    name: `certorder ${operation}`,
    description: descriptions[operation],
    inputs: listInputs(operation),
    outputs: listOutputs(operation),
    main: `../../dist/${operation}.js`,
  });
}

function actionFile(action: {
  readonly name: string;
  readonly description: string;
  readonly inputs: ActionInputTable;
  readonly outputs: Readonly<Record<string, string>>;
  readonly main: string;
}): string {
  return `# Written by npm run generate from the contract. Do not edit.
name: ${action.name}
description: ${action.description}
author: certorder
branding:
  icon: award
  color: green
inputs:
${Object.entries(action.inputs).map(inputEntry).join("\n")}
outputs:
${Object.entries(action.outputs)
  .map(([name, doc]) => `  ${name}:\n    description: ${text(doc)}`)
  .join("\n")}
# Needs a runner of version 2.327.1 or newer: older ones do not know node24.
runs:
  using: node24
  main: ${action.main}
`;
}

function inputEntry([name, input]: [string, ActionInput]): string {
  const standard = inputDefault(input);
  return [
    `  ${name}:`,
    `    description: ${text(input.doc)}`,
    `    required: ${input.required === true}`,
    ...(standard === undefined ? [] : [`    default: ${text(standard)}`]),
  ].join("\n");
}

function inputDefault(input: ActionInput): string | undefined {
  return input.expression === undefined ? input.default : `\${{ ${input.expression} }}`;
}

function text(value: string): string {
  return JSON.stringify(value);
}

/** What a step may do in the repository, by its inputs. */
export const permissions: readonly (readonly [step: string, needed: readonly string[]])[] = [
  ["`callback-test`", []],
  ["`callback-test` with `report-issue: true`", ["issues: write"]],
  ["`reissue`", ["deployments: write"]],
  ["`reissue` with another `journal` than `repository`", []],
];

/** Answers of the service to a callback test: in words if the body is empty. */
const answers: readonly (readonly [body: string, contentType?: string | undefined, words?: string])[] = [
  ["", undefined, "empty, without a content type, such as that of a 204"],
  ["", "application/json", "empty, with the content type of JSON"],
  ["", "text/html", "empty, with another content type"],
  ['{"code":"success"}'],
  ['{"code":"SUCCESS","message":"sent","data":{"test_id":7}}'],
  ["{}"],
  ['{"message":"sent","request_id":"7","data":null}'],
  ['{"code":"success","data":{"code":"callback_send_error"}}'],
  ['{"code":"success","data":{"success":false}}'],
  ['{"code":"success","status":"error"}'],
  ['{"code":"auth_failed"}'],
  ['{"status":"ok"}'],
  ['["success"]'],
  ["success", "text/plain"],
];

function answerTable(): string {
  const rows = answers.map(([body, contentType, words]) => [
    words ?? code(body),
    describePass(body, contentType) === undefined ? "no" : "yes",
  ]);
  return table(["answer", "passes"], rows);
}

export function actionPage(): string {
  return `${notice}

# Inputs, outputs and permissions of the action

The guides: [in a GitHub workflow](../guides/github-action.md), [monitor the callback](../guides/monitor.md).

The root of the repository is both actions in one. It needs one more input: ${code("operation")}, which is ${code("callback-test")} or ${code("reissue")}.

An empty input counts as left out. A list has one value on each line, or is JSON (${code("toJSON")}). The action refuses an input that it does not have, and sends
nothing. GitHub only warns of it.

## Permissions

${table(
  ["step", "permissions of its job"],
  permissions.map(([step, needed]) => [step, needed.map(code).join(", ") || "none"]),
)}

A job that names one permission loses all others. In a private repository, ${code("actions/checkout")} needs ${code("contents: read")}, so write both:

\`\`\`yaml
permissions:
  contents: read
  deployments: write
\`\`\`

## Inputs of callback-test

${inputTables("callback-test")}

### Which answers pass

The service answers a callback test. The test passes if the status is 2xx, the code is ${code("success")} in any case of letters, and nothing in the answer contradicts it.
An answer without a code passes if it has nothing but a message, ids and data. With every other status or answer, the step is red.

${answerTable()}

## Inputs of reissue

${inputTables("reissue")}

## Outputs

An output that does not apply is empty.

${table(
  ["output", "of", "meaning"],
  Object.entries(outputs).map(([name, doc]) => [
    code(name),
    operations.filter((operation) => name in listOutputs(operation)).join(", "),
    doc,
  ]),
)}
`;
}

/** The inputs of an operation: the important ones, then the others. */
function inputTables(operation: OperationName): string {
  const rows = Object.entries(listInputs(operation)).map(([name, input]) => {
    const standard = inputDefault(input);
    const choices = input.choices && `One of ${input.choices.map(code).join(", ")}.`;
    return [
      code(name),
      standard === undefined ? "" : code(standard),
      [input.doc, choices].filter(Boolean).join(" "),
    ];
  });
  const titles = ["input", "default", "meaning"];
  return [
    table(titles, rows.slice(0, importantCount)),
    "Less common:",
    table(titles, rows.slice(importantCount)),
  ].join("\n\n");
}
