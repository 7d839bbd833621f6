import type { Command, Flags } from "../cli/index.ts";
import {
  commands,
  describeCommand,
  describeFlag,
  exits,
  flagLabel,
  loadCommands,
  settingFlags,
} from "../cli/index.ts";
import type { Dialect, Field, Fields, Setting } from "../contract/index.ts";
import {
  callbackTestFields,
  callbackTestOperation,
  describeField,
  outcomes,
  reissueFields,
  reissueOperation,
  render,
  resolveVariable,
  settings,
  supersedeVariable,
  terraformDialect,
  text,
} from "../contract/index.ts";
import { products, seedOrders } from "../sandbox/index.ts";
import { actionPage, actionYml, operationYml } from "./action.ts";
import { errorPageLinks, errorPages } from "./error-pages.ts";
import { jsonExamples, jsonMore, shape } from "./json-examples.ts";
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
  "src/contract/known-codes.ts": errorPageLinks,
  "src/contract/requests.ts": requestTypes,
  "src/constructs/known-values.ts": knownValues,
};

/** Generated parts of files that are written by hand. */
export const inserts: readonly { path: string; name: string; content: () => string }[] = [
  { path: "README.md", name: "outcomes", content: outcomeTable },
  { path: "docs/guides/sandbox.md", name: "orders", content: orderTable },
];

function requests(): string {
  return `${notice}

# Requests and settings

Every value that a request can have, and every setting. The names are the service's own. In TypeScript they are written in camelCase (${code("dns_names")} → ${code("dnsNames")}),
on the command line with dashes (${code("--dns-names")}). A secret comes from a file: ${code("--sign-key-pin-file")}.

## Reissue

${code(`${reissueOperation.method} ${reissueOperation.path}`)}

${fieldTable(reissueFields)}

### A request file

It has the body of the request, in the service's form. Save this as ${code("request.json")}, with a CSR as ${code("site.csr")} beside it:

\`\`\`json
${requestFile}
\`\`\`

This sends it. Flags win over the file, so the CSR can stay in a file of its own:

\`\`\`sh
certorder reissue order-ssl-1 --request-file request.json --csr-file site.csr --idempotency-key TICKET-4711
\`\`\`

${code("--dry-run")} instead of the key shows the request, and sends nothing. The action has the inputs ${code("request-file")} and ${code("csr-file")}.

### Over the wire

The request that this command sends, with the CSR shortened:

\`\`\`http
${reissueOperation.method} ${reissueOperation.path.replace("{order_id}", "order-ssl-1")} HTTP/1.1
host: api.example.com
X-CC-Auth-Key: AUTH_KEY
X-CC-Key-ID: KEY_ID
accept: application/json
content-type: application/json

${JSON.stringify(sentRequest)}
\`\`\`

The answer has status 200, and this body:

\`\`\`json
{ "code": "success", "data": { "certificate": { "id": "cert-1001" } } }
\`\`\`

## Callback test

${code(`${callbackTestOperation.method} ${callbackTestOperation.path}`)}

${fieldTable(callbackTestFields)}

Without a field, no body is sent, and the service tests the saved callback. With both, this is the body:

\`\`\`json
{ "url": "https://callbacks.example.com/", "access_key": "ACCESS_KEY" }
\`\`\`

- ${code("CERTORDER_ACCESS_KEY")} counts as an ${code("access_key")}: unset it to test the saved key.
- With a standard API key, a managed-PKI account may send neither field: the service answers [${code("permission_denied")}](../errors/permission_denied.md).
- The test ignores two saved settings of the account: ${code("disabled")}, which pauses callbacks, and ${code("enabled_actions")}, which selects them.

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

For a shell, with the secret in a file that only you may read:

\`\`\`sh
export CERTORDER_BASE_URL=https://api.example.com
export CERTORDER_KEY_ID=KEY_ID
certorder callback-test --auth-key-file auth-key
\`\`\`

Only the [provider block](../index.md) has ${code("max_reissues")}, ${code("resolve")} (${code(resolveVariable)}) and
${code("supersede")} (${code(supersedeVariable)}).

The proxy variables ${code("HTTPS_PROXY")}, ${code("ALL_PROXY")} and ${code("NO_PROXY")} are used, in lower case too. Requests to this machine
never use a proxy.
`;
}

const requestFile = `{
  "certificate": {
    "common_name": "www.example.com",
    "dns_names": ["www.example.com", "example.com"],
    "sign_hash": "sha256",
    "validity_days": 90
  },
  "i_know_will_revoke_last_cert": true
}`;

const { certificate, ...others } = JSON.parse(requestFile) as Readonly<Record<string, object>>;
const csr = "-----BEGIN CERTIFICATE REQUEST-----\n…\n-----END CERTIFICATE REQUEST-----\n";
const sentRequest = { certificate: { csr, ...certificate }, ...others };

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

/** The orders of the sandbox, and what each asks of a reissue. */
function orderTable(): string {
  return table(
    ["order", "product", "names", "a reissue needs"],
    seedOrders.map(({ id, product, commonName = "", dnsNames = [commonName], signKeyPin }) => {
      const { isSsl, revokesPrevious, namesMayChange } = products[product];
      return [
        code(id),
        code(product),
        dnsNames.map(code).join(", "),
        [
          isSsl && `a CSR and ${code("common_name")}`,
          !isSsl &&
            `a CSR; or ${code('csr_from = "sign-cloud-csc"')} with ${code(`sign_key_pin = "${signKeyPin}"`)}`,
          revokesPrevious && code("i_know_will_revoke_last_cert"),
          isSsl && !namesMayChange && "the same names",
        ]
          .filter(Boolean)
          .join(", "),
      ];
    }),
  );
}

async function cli(): Promise<string> {
  const texts: string[] = [];
  for (const command of await loadCommands(commands)) texts.push(commandSection(command));
  return `${notice}

# The command line

Set the address and the API key once, as [variables](#settings), and then run a command. ${code("certorder COMMAND --help")} shows the usual flags
of a command at a terminal, and ${code("certorder COMMAND --help --all")} every flag.

## JSON

With ${code("--json")}, a command prints its result as one JSON object on standard output. Notes and progress are on standard error. Below, each command
that programs read shows its object. An error is an object too:

\`\`\`json
${jsonExamples.error}
\`\`\`

${moreFields("error")}

- ${code("attempt_id")} is there if the error is about an attempt, ${code("http_status")} if there was an answer, and ${code("verdict")} in errors of ${code("callback-test")}.
- ${code("reissue --from")} prints one object on a line for each row: that of ${code("reissue")} or an error, with ${code("line")}, ${code("order_id")} and ${code("result")}. With ${code("--dry-run")}, it has ${code("due")}.
- A field without a value is null or left out.
- Ignore fields that you do not know: any version may add some. Before 1.0, a minor version may rename a field, and the
  [changelog](../../CHANGELOG.md) says so.

## Exit codes

${table(
  ["code", "meaning"],
  exits.map(({ name, exitCode, meaning }) => [String(exitCode), `${name}: ${meaning}`]),
)}

- ${code("reissue")}: an invalid request exits with 2, although its outcome is ${code("not-sent")}. With ${code("--from")}: 0 if each row was sent or is already done, else the
  code of [the worst row](../guides/many-orders.md#what-a-row-comes-to).
- ${code("callback-test")}: 0 if the callback answered 200. 3 if the service reports a failure, or refuses the key: a callback may have been sent.
  4 and 5 as above: then the test says nothing about the callback.
- ${code("status")}: 0 without a filter, also if orders are blocked. With ${code("--blocked")}, ${code("--expiring")} or ${code("--older-than")}: 9 if an order matches all of them, else 0. 7 if the journal cannot be
  read, or does not know an order of ${code("--order")}. The fields ${code("age_days")} and ${code("days_left")} are null if they are not known.

## Settings

Commands that need them take these as flags. A flag wins over its variable. A secret has no flag for its value, because other users of a
machine can read command lines: give it in a file, on standard input or in the environment.

${flagTable(settingFlags("all"))}

${texts.join("\n\n")}
`;
}

function commandSection(command: Command): string {
  const { name, operands, flags, moreFlags, settings, examples } = command;
  const shared = settings && Object.keys(settingFlags(settings)).map((flag) => code(`--${flag}`));
  return [
    `## certorder ${name}`,
    describeCommand(command),
    code(["certorder", name, operands, "[flags]"].filter(Boolean).join(" ")),
    ...(Object.keys(flags).length > 0 ? [flagTable(flags)] : []),
    ...(moreFlags ? ["Less common:", flagTable(moreFlags)] : []),
    ...(settings === "all"
      ? ["All [settings](#settings)."]
      : shared
        ? [`[Settings](#settings): ${shared.join(", ")}.`]
        : []),
    `\`\`\`sh\n${examples.join("\n")}\n\`\`\``,
    ...(jsonExamples[name] === undefined
      ? []
      : [`With ${code("--json")}:`, `\`\`\`json\n${jsonExamples[name]}\n\`\`\``]),
    ...(jsonMore[name] === undefined ? [] : [moreFields(name)]),
  ].join("\n\n");
}

/** The paths that hold no other paths. */
function moreFields(name: string): string {
  const paths = Object.keys(shape(jsonMore[name]));
  const innermost = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)));
  return `Where they are known: ${innermost.map(code).join(", ")}.`;
}

function flagTable(flags: Flags): string {
  return table(
    ["flag", "meaning"],
    Object.entries(flags).map(([name, flag]) => [code(flagLabel(name, flag)), describeFlag(flag)]),
  );
}
