import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Setting, settings } from "../contract/index.ts";
import type { Attribute, ProviderFunction, Schema } from "../plugin/index.ts";
import { createProvider } from "../provider/index.ts";
import { code } from "./markdown.ts";

// The provider's pages in the layout that registries read: front matter, an example, and the schema by kind.

const provider = createProvider();

interface Page {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
  readonly schema: Schema;
  /** Folder below examples/terraform that shows it in use. */
  readonly example?: string;
  readonly before?: string;
  readonly more?: string;
}

const overview = `| you want to | use |
| --- | --- |
| reissue the certificate of an order, and renew it in time | resource [\`certorder_reissue\`](resources/reissue.md) |
| stop an apply while the callback does not work | resource [\`certorder_callback_check\`](resources/callback_check.md) |
| see in every plan whether the callback works | data source [\`certorder_callback_test\`](data-sources/callback_test.md) |
| test the callback on demand (Terraform 1.14 or later) | action [\`certorder_callback_test\`](actions/callback_test.md) |
| read names and key from a CSR | function [\`parse_csr\`](functions/parse_csr.md) |

There is no release yet, so no registry has the provider. Clone [the repository](https://github.com/certorder/certorder), and follow
[Terraform and OpenTofu](../README.md#terraform-and-opentofu): \`certorder provider install\` puts the provider where \`tofu\` and \`terraform\` find it.
The example uses a provider function, so it needs Terraform 1.8 or OpenTofu 1.7.

| then read | for |
| --- | --- |
| [At most once](guides/at-most-once.md) | what each plan and apply does |
| [Renew certificates](guides/renew.md) | reissues before a certificate expires, on a schedule |
| [Work in a team](guides/teams.md), [Choose a journal](guides/journal.md) | a shared state, a shared journal, reviews |
| [Callbacks](guides/callbacks.md) | an apply that waits until the certificate is issued |
| [Constructs](guides/cdktf.md) | CDKTF and CDK Terrain |
| [Troubleshooting](troubleshooting.md) | an error |

Without Terraform: [the command line](reference/cli.md), [the GitHub action](guides/github-action.md), [the library](guides/library.md).
`;

const importing = `## Import

\`\`\`sh
terraform import certorder_reissue.site ORDER_ID/CERTIFICATE_ID
terraform import certorder_reissue.site ORDER_ID/CERTIFICATE_ID@2026-11-01
terraform import certorder_reissue.site ORDER_ID/CERTIFICATE_ID@latest
\`\`\`

If the resource is in the state already, first run \`terraform state rm certorder_reissue.site\`. The first apply after an import adopts the certificate without a reissue. If the journal knows that a different request made the
certificate, the plan is refused. If the journal does not know its request, a warning lists the arguments that the apply trusts.

With the date of issue, \`renew_before_days\` counts from that day. Without it, it counts from the time that the journal knows then, else from
the next reissue. A certificate that the journal knows to be older is refused. If the journal has another latest certificate, \`@latest\` states that
the imported one is newer.

## When it reissues

The provider reissues the order when the request or \`triggers\` change, when a renewal is due, and when \`supersede\` names the latest attempt.
It refuses \`-replace\` and \`replace_triggered_by\`: change a trigger instead.

A resource that is removed and added again, renamed, tainted or restored adopts the latest certificate if that came from the same request, and
nothing is sent. Else the plan is refused and shows the lines to paste. To rename a resource, use a \`moved\` block.

A reissue that was sent and whose answer was lost is never repeated automatically. It blocks the order until you state what happened: with the
provider's argument \`resolve\`, with \`CERTORDER_RESOLVE\`, or with \`certorder journal resolve ORDER_ID ATTEMPT_ID\`. Destroying or removing the
resource does not change that. What happens when: [At most once](../guides/at-most-once.md).
`;

const checkAdvice = `Use it in a \`check\` block, and assert \`verdict != "fail"\`. An \`unknown\` verdict means that the service did not say whether the callback works,
for example because it refuses the API key. The provider warns of that itself.

With a \`check\` block, \`plan -detailed-exitcode\` always returns 2, because Terraform plans to read the data source again. A job that looks for drift
uses the resource [\`certorder_callback_check\`](../resources/callback_check.md) instead.
`;

const idOnly = `The provider gets the certificate's id, not the certificate: the specified API has no download. Fetch the certificate by its id, with your own
access to the service. How to wait until it is issued: [From callback to deployment](../guides/callbacks.md). How to renew it: [Renew certificates](../guides/renew.md).
`;

const pages: readonly Page[] = [
  {
    path: "docs/index.md",
    title: "certorder",
    kind: "Provider",
    schema: provider.schema,
    example: "reissue",
    before: overview,
  },
  {
    path: "docs/resources/reissue.md",
    title: "certorder_reissue",
    kind: "Resource",
    schema: findSchema(provider.resources, "certorder_reissue"),
    example: "rotation",
    before: idOnly,
    more: importing,
  },
  {
    path: "docs/resources/callback_check.md",
    title: "certorder_callback_check",
    kind: "Resource",
    schema: findSchema(provider.resources, "certorder_callback_check"),
    example: "callback-gate",
  },
  {
    path: "docs/data-sources/callback_test.md",
    title: "certorder_callback_test",
    kind: "Data Source",
    schema: findSchema(provider.dataSources, "certorder_callback_test"),
    example: "check",
    before: checkAdvice,
  },
  {
    path: "docs/actions/callback_test.md",
    title: "certorder_callback_test",
    kind: "Action",
    schema: findSchema(provider.actions, "certorder_callback_test"),
    example: "callback-action",
  },
];

export const providerDocuments: Readonly<Record<string, () => string>> = Object.fromEntries([
  ...pages.map((page) => [page.path, () => write(page)]),
  ...Object.entries(provider.functions ?? {}).map(([name, definition]) => [
    `docs/functions/${name}.md`,
    () => writeFunction(name, definition),
  ]),
]);

function findSchema(
  table: Readonly<Record<string, { readonly schema: Schema }>> | undefined,
  name: string,
): Schema {
  const entry = table?.[name];
  if (!entry) throw new Error(`There is no ${name}.`);
  return entry.schema;
}

function write({ title, kind, schema, example, before, more }: Page): string {
  return [
    frontMatter(title, kind, schema.description ?? ""),
    `# ${title} (${kind})`,
    schema.description ?? "",
    before?.trimEnd() ?? "",
    ...(example === undefined ? [] : ["## Example", fenced(readExample(example))]),
    "## Schema",
    section("Required", schema, ({ required }) => required === true),
    section("Needed, here or as a variable", schema, (_, name) => isNeeded(schema, name)),
    section("Optional", schema, ({ optional }, name) => optional === true && !isNeeded(schema, name)),
    section("Read-Only", schema, ({ required, optional }) => !required && !optional),
    ...(more === undefined ? [] : [more.trimEnd()]),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

function writeFunction(
  name: string,
  { summary, description, parameters, returns }: ProviderFunction,
): string {
  const fields =
    Array.isArray(returns) && returns[0] === "object" ? Object.entries(returns[1] as object) : [];
  return `${[
    frontMatter(name, "Function", summary),
    `# ${name} (Function)`,
    description ?? summary,
    "## Example",
    fenced(`output "names" {\n  value = provider::certorder::${name}(file("site.csr")).dns_names\n}`),
    "## Arguments",
    parameters
      .map(
        (parameter) =>
          `- ${code(parameter.name)} (${typeText(parameter.type)}) ${parameter.description ?? ""}`,
      )
      .join("\n"),
    "## Result",
    `An object with:\n\n${fields.map(([field, type]) => `- ${code(field)} (${typeText(type)})`).join("\n")}`,
  ].join("\n\n")}\n`;
}

function frontMatter(title: string, kind: string, description: string): string {
  return `---\npage_title: ${JSON.stringify(`${title} ${kind}`)}\ndescription: ${JSON.stringify(description)}\n---\n\n<!-- Written by npm run generate from the schema. Do not edit. -->`;
}

/** A setting of the provider that has to have a value. */
function isNeeded(schema: Schema, name: string): boolean {
  const setting: Setting | undefined = (settings as Readonly<Record<string, Setting>>)[name];
  return schema === provider.schema && setting?.required === true;
}

function section(
  title: string,
  schema: Schema,
  belongs: (attribute: Attribute, name: string) => boolean,
): string {
  const lines = Object.entries(schema.attributes)
    .filter(([name, attribute]) => belongs(attribute, name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, attribute]) =>
      `- ${code(name)} (${notes(attribute)}) ${attribute.description ?? ""}`.trimEnd(),
    );
  return lines.length === 0 ? "" : `### ${title}\n\n${lines.join("\n")}`;
}

function notes(attribute: Attribute): string {
  const isWriteOnly = "writeOnly" in attribute && attribute.writeOnly;
  const { type, sensitive } = attribute;
  return [typeText(type), sensitive && "sensitive", isWriteOnly && "write-only"].filter(Boolean).join(", ");
}

function typeText(type: unknown): string {
  return typeof type === "string"
    ? type
    : Array.isArray(type)
      ? `${type[0]} of ${typeText(type[1])}`
      : String(type);
}

function readExample(folder: string): string {
  return readFileSync(
    join(import.meta.dirname, "..", "..", "examples", "terraform", folder, "main.tf"),
    "utf8",
  )
    .replace("../../site.csr", "site.csr")
    .trim();
}

function fenced(text: string): string {
  return `\`\`\`terraform\n${text}\n\`\`\``;
}
