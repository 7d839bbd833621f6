import type { Input } from "../action/index.ts";
import { inputs, outputs } from "../action/index.ts";
import { code, table } from "./markdown.ts";

/** `action.yml`. Texts are JSON strings, which are valid YAML. */
export function actionYml(): string {
  return `# Written by npm run generate from the contract. Do not edit.
name: certorder
description: Reissue certificates of a certificate order service, each request at most once, and test its callback.
author: certorder
branding:
  icon: award
  color: green
inputs:
${Object.entries(inputs).map(inputEntry).join("\n")}
outputs:
${Object.entries(outputs)
  .map(([name, doc]) => `  ${name}:\n    description: ${text(doc)}`)
  .join("\n")}
# Needs a runner of version 2.327.1 or newer: older ones do not know node24.
runs:
  using: node24
  main: dist/index.js
`;
}

function inputEntry([name, input]: [string, Input]): string {
  const standard = inputDefault(input);
  return [
    `  ${name}:`,
    `    description: ${text(input.for ? `(${input.for}) ${input.doc}` : input.doc)}`,
    `    required: ${input.required === true}`,
    ...(standard === undefined ? [] : [`    default: ${text(standard)}`]),
  ].join("\n");
}

function inputDefault(input: Input): string | undefined {
  return input.expression === undefined ? (input.default ?? input.leftOut) : `\${{ ${input.expression} }}`;
}

function text(value: string): string {
  return JSON.stringify(value);
}

export function actionInputTable(): string {
  return table(
    ["input", "for", "default", "meaning"],
    Object.entries(inputs).map(([name, input]) => {
      const standard = inputDefault(input);
      return [
        code(name),
        input.for ?? "both",
        input.required ? "required" : standard === undefined ? "" : code(standard),
        [input.doc, input.choices && !input.required && `One of ${input.choices.map(code).join(", ")}.`]
          .filter(Boolean)
          .join(" "),
      ];
    }),
  );
}

export function actionOutputTable(): string {
  return table(
    ["output", "meaning"],
    Object.entries(outputs).map(([name, doc]) => [code(name), doc]),
  );
}
