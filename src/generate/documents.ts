import { commands, exitCodes, help } from "../cli/index.ts";
import { failures } from "../client/index.ts";
import type { Dialect, Field, Fields, Setting } from "../contract/index.ts";
import {
  callbackCodes,
  callbackTest,
  callbackTestFields,
  describeField,
  outcomes,
  reissue,
  reissueFields,
  render,
  settings,
  terraformDialect,
  text,
} from "../contract/index.ts";
import { actionOutputTable, actionYml, inputTables, operationYml } from "./action.ts";
import { actionCodes, journalCodes, requestCodes, sandboxCodes } from "./codes.ts";
import { code, table } from "./markdown.ts";
import { providerDocuments } from "./provider-docs.ts";
import { knownValues, requestTypes } from "./request-types.ts";

const notice = "<!-- Written by npm run generate from the contract. Do not edit. -->";

/** Files that are generated completely. */
export const documents: Readonly<Record<string, () => string | Promise<string>>> = {
  "docs/reference/requests.md": requests,
  "docs/reference/cli.md": cli,
  "docs/troubleshooting.md": troubleshooting,
  ...providerDocuments,
  "action.yml": actionYml,
  "actions/callback-test/action.yml": () => operationYml(callbackTest.name),
  "actions/reissue/action.yml": () => operationYml(reissue.name),
  "src/contract/requests.ts": requestTypes,
  "src/constructs/known-values.ts": knownValues,
};

/** Generated parts of files that are written by hand. */
export const inserts: readonly { path: string; name: string; content: () => string }[] = [
  { path: "README.md", name: "outcomes", content: outcomeTable },
  {
    path: "docs/guides/github-action.md",
    name: "callback-test-inputs",
    content: () => inputTables(callbackTest.name),
  },
  { path: "docs/guides/github-action.md", name: "reissue-inputs", content: () => inputTables(reissue.name) },
  { path: "docs/guides/github-action.md", name: "action-outputs", content: actionOutputTable },
  {
    path: "docs/guides/at-most-once.md",
    name: "journal-codes",
    content: () => codeTable(journalCodes),
  },
];

function requests(): string {
  return `${notice}

# Requests and settings

The names are the service's own. In TypeScript they are written in camelCase (${code("dns_names")} → ${code("dnsNames")}),
on the command line with dashes (${code("--dns-names")}).

## Reissue

${code(`${reissue.method} ${reissue.path}`)}

${fieldTable(reissueFields)}

## Callback test

${code(`${callbackTest.method} ${callbackTest.path}`)}

${fieldTable(callbackTestFields)}

## Settings

${table(
  ["setting", "variable", "default", "meaning"],
  Object.entries<Setting>(settings).map(([name, { env, default: standard, required, doc }]) => [
    code(name),
    code(env),
    standard === undefined ? (required ? "required" : "") : code(standard),
    doc,
  ]),
)}

The proxy variables ${code("HTTPS_PROXY")}, ${code("ALL_PROXY")} and ${code("NO_PROXY")} are used, in lower case too. Requests to this machine
never use a proxy.
`;
}

function fieldTable(fields: Fields): string {
  return table(
    ["field", "type", "in", "needed", "meaning"],
    Object.entries(fields).map(([name, field]) => [
      code(name),
      field.kind === "strings" ? "list of strings" : field.kind,
      field.place,
      field.required ? "always" : field.requiredWhen ? render(text`when ${field.requiredWhen}`, inCode) : "",
      meaning(field),
    ]),
  );
}

function meaning(field: Field): string {
  return describeField(field, inCode, { saysNeeded: false, more: field.sensitive ? ["Secret."] : [] });
}

const inCode: Dialect = (part) => code(terraformDialect(part));

function outcomeTable(): string {
  return table(
    ["outcome", "what it means", "what to do", "exit code"],
    Object.entries(outcomes).map(([name, { meaning, next, exitCode }]) => [
      code(name),
      meaning,
      next,
      String(exitCode),
    ]),
  );
}

async function cli(): Promise<string> {
  const texts: string[] = [];
  for (const [name, { load }] of Object.entries(commands))
    texts.push(`## certorder ${name}\n\n\`\`\`text\n${help((await load()).command).trimEnd()}\n\`\`\``);
  return `${notice}

# The command line

Flags win over the environment. A secret has no flag for its value, because other users of a machine can read command lines: give it in a
file, on standard input or in the environment.

## Exit codes

${table(
  ["code", "meaning"],
  [
    ...Object.entries(outcomes).map(([name, { exitCode, meaning }]) => [
      String(exitCode),
      `${name}: ${meaning}${name === "done-unread" ? " Also: it happened, but its result could not be written to standard output." : ""}`,
    ]),
    [
      String(exitCodes.usage),
      "usage: The command line, a setting or the request is wrong. Nothing was sent.",
    ],
    [
      String(exitCodes.failed),
      "failed: A check found a problem (`journal check`, `synth check`, `csr inspect`), the journal refused or could not be used (`journal …`), or you did not confirm. Nothing was sent.",
    ],
    [
      String(exitCodes.bug),
      "A bug in certorder, or the result of a command other than a reissue could not be written to standard output.",
    ],
  ].sort(([a = ""], [b = ""]) => a.localeCompare(b)),
)}

${texts.join("\n\n")}
`;
}

function troubleshooting(): string {
  return `${notice}

# Troubleshooting by code

Every error has a ${code("code")}, an ${code("outcome")} and a remedy. The outcomes: [README](../README.md#outcomes-and-exit-codes).

## The service's codes for a callback test

A code that is not in this table is shown as the service wrote it.

${table(
  ["code", "verdict", "cause", "remedy"],
  Object.entries(callbackCodes).map(([name, { verdict, cause, remedy }]) => [
    code(name),
    verdict,
    cause,
    render(remedy, terraformDialect),
  ]),
)}

The service does not specify the codes with which it refuses a reissue. They are shown with its message.

## Codes of the network

${table(
  ["code", "what happened", "remedy"],
  Object.entries(failures).map(([name, { what, remedy }]) => [
    code(name),
    what,
    render(remedy, terraformDialect),
  ]),
)}

## Codes of requests and settings

${codeTable(requestCodes)}

## Codes of the journal

More about them: [When an order is blocked](guides/at-most-once.md#when-an-order-is-blocked),
[many machines](guides/many-machines.md#what-goes-wrong).

${codeTable(journalCodes)}

## Codes of the GitHub Action

${codeTable(actionCodes)}

## Codes of the sandbox

${codeTable(sandboxCodes)}
`;
}

function codeTable(codes: typeof journalCodes): string {
  return table(
    ["code", "what happened", "what to do"],
    Object.entries(codes).map(([name, { what, remedy }]) => [code(name), what, remedy]),
  );
}
