import type { Command, Flags } from "../cli/index.ts";
import { commands, exitCodes, flagLabel, settingFlags } from "../cli/index.ts";
import type { Dialect, Field, Fields, Setting } from "../contract/index.ts";
import {
  callbackTestFields,
  callbackTestOperation,
  describeField,
  outcomes,
  reissueFields,
  reissueOperation,
  render,
  settings,
  terraformDialect,
  text,
} from "../contract/index.ts";
import { actionPage, actionYml, operationYml } from "./action.ts";
import { errorPages } from "./error-pages.ts";
import { code, notice, table } from "./markdown.ts";
import { providerDocuments } from "./provider-docs.ts";
import { knownValues, requestTypes } from "./request-types.ts";

/** Files that are generated completely. */
export const documents: Readonly<Record<string, () => string | Promise<string>>> = {
  "docs/reference/action.md": actionPage,
  "docs/reference/requests.md": requests,
  "docs/reference/cli.md": cli,
  ...providerDocuments,
  ...errorPages,
  "action.yml": actionYml,
  "actions/callback-test/action.yml": () => operationYml(callbackTestOperation.name),
  "actions/reissue/action.yml": () => operationYml(reissueOperation.name),
  "src/contract/requests.ts": requestTypes,
  "src/constructs/known-values.ts": knownValues,
};

/** Generated parts of files that are written by hand. */
export const inserts: readonly { path: string; name: string; content: () => string }[] = [
  { path: "README.md", name: "outcomes", content: outcomeTable },
];

function requests(): string {
  return `${notice}

# Requests and settings

The names are the service's own. In TypeScript they are written in camelCase (${code("dns_names")} → ${code("dnsNames")}),
on the command line with dashes (${code("--dns-names")}).

## Reissue

${code(`${reissueOperation.method} ${reissueOperation.path}`)}

${fieldTable(reissueFields)}

## Callback test

${code(`${callbackTestOperation.method} ${callbackTestOperation.path}`)}

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
  for (const { load } of Object.values(commands)) texts.push(commandSection((await load()).command));
  return `${notice}

# The command line

With ${code("--json")}, a command prints its result as one JSON object on standard output. An error is such an object too, with ${code("name")},
${code("code")}, ${code("outcome")}, ${code("message")} and ${code("remedy")}. Notes and progress are on standard error.

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
    [String(exitCodes.timedOut), "timed out: The wait ended before the callback came (`wait`)."],
    [
      String(exitCodes.bug),
      "A bug in certorder, or the result of a command other than a reissue could not be written to standard output.",
    ],
  ].sort(([a = ""], [b = ""]) => a.localeCompare(b)),
)}

## Settings

Commands that need them take these as flags. A flag wins over its variable. A secret has no flag for its value, because other users of a
machine can read command lines: give it in a file, on standard input or in the environment.

${flagTable(settingFlags("all"))}

${texts.join("\n\n")}
`;
}

function commandSection({ name, operands, summary, flags, moreFlags, settings, examples }: Command): string {
  const shared = settings && Object.keys(settingFlags(settings)).map((flag) => code(`--${flag}`));
  return [
    `## certorder ${name}`,
    summary,
    code(["certorder", name, operands, "[flags]"].filter(Boolean).join(" ")),
    ...(Object.keys(flags).length > 0 ? [flagTable(flags)] : []),
    ...(moreFlags ? ["Less common:", flagTable(moreFlags)] : []),
    ...(settings === "all"
      ? ["All [settings](#settings)."]
      : shared
        ? [`[Settings](#settings): ${shared.join(", ")}.`]
        : []),
    `\`\`\`sh\n${examples.join("\n")}\n\`\`\``,
  ].join("\n\n");
}

function flagTable(flags: Flags): string {
  return table(
    ["flag", "meaning"],
    Object.entries(flags).map(([name, flag]) => [
      code(flagLabel(name, flag)),
      flag.kind === "list" ? `${flag.doc} May be given several times.` : flag.doc,
    ]),
  );
}
