import { readFileSync } from "node:fs";
import { join } from "node:path";
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
  readonly more?: string;
}

const importing = `## Import

\`\`\`sh
tofu import certorder_reissue.site ORDER_ID/CERTIFICATE_ID
tofu import certorder_reissue.site ORDER_ID/CERTIFICATE_ID@2026-11-01
\`\`\`

The first apply after an import adopts the configuration without a reissue. What the order's history knows of the certificate is held
against the configuration; where it knows nothing, the warning lists what is taken on trust. With the date on which the certificate was
issued, \`renew_before_days\` counts from there; without it, from the first reissue.

## When it reissues, and when it does not

It reissues when the request or \`triggers\` change, with \`-replace\`, and when a renewal is due. Never because something was
re-created, renamed, tainted, restored or retried: then the order's newest certificate is taken over if it was made from the same request;
else the plan stops and prints one line to paste. A rename is said with a \`moved\` block.

A reissue that was sent and whose answer was lost is never repeated by itself. The plan refuses it and names the attempt and the ways out:
the provider's \`resolve\`, \`CERTORDER_RESOLVE\`, or, where the journal knows it, \`certorder journal resolve\`. Destroying or removing the resource does not
change that. All rules: [at most once](../guides/at-most-once.md).
`;

const detailedExitCode = `A data source inside a \`check\` block is read again in every apply, so \`plan -detailed-exitcode\` returns 2 for ever. A job that
looks for drift uses the resource \`certorder_callback_check\` instead.

Assert \`verdict != "fail"\`: an \`unknown\` verdict says that the test did not get as far as the callback.
`;

const pages: readonly Page[] = [
  {
    path: "docs/index.md",
    title: "certorder",
    kind: "Provider",
    schema: provider.schema,
    example: "reissue",
  },
  {
    path: "docs/resources/reissue.md",
    title: "certorder_reissue",
    kind: "Resource",
    schema: schemaOf(provider.resources, "certorder_reissue"),
    example: "rotation",
    more: importing,
  },
  {
    path: "docs/resources/callback_check.md",
    title: "certorder_callback_check",
    kind: "Resource",
    schema: schemaOf(provider.resources, "certorder_callback_check"),
    example: "callback-gate",
  },
  {
    path: "docs/data-sources/callback_test.md",
    title: "certorder_callback_test",
    kind: "Data Source",
    schema: schemaOf(provider.dataSources, "certorder_callback_test"),
    example: "check",
    more: detailedExitCode,
  },
  {
    path: "docs/actions/callback_test.md",
    title: "certorder_callback_test",
    kind: "Action",
    schema: schemaOf(provider.actions, "certorder_callback_test"),
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

function schemaOf(
  table: Readonly<Record<string, { readonly schema: Schema }>> | undefined,
  name: string,
): Schema {
  const entry = table?.[name];
  if (!entry) throw new Error(`There is no ${name}.`);
  return entry.schema;
}

function write({ title, kind, schema, example, more }: Page): string {
  return [
    frontMatter(title, kind, schema.description ?? ""),
    `# ${title} (${kind})`,
    schema.description ?? "",
    ...(example === undefined ? [] : ["## Example", fenced(readExample(example))]),
    "## Schema",
    section("Required", schema, ({ required }) => required === true),
    section("Optional", schema, ({ optional }) => optional === true),
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
    `An object with ${fields.map(([field, type]) => `${code(field)} (${typeText(type)})`).join(", ")}.`,
  ].join("\n\n")}\n`;
}

function frontMatter(title: string, kind: string, description: string): string {
  return `---\npage_title: ${JSON.stringify(`${title} ${kind}`)}\ndescription: ${JSON.stringify(description)}\n---\n\n<!-- Written by npm run generate from the schema. Do not edit. -->`;
}

function section(title: string, schema: Schema, belongs: (attribute: Attribute) => boolean): string {
  const lines = Object.entries(schema.attributes)
    .filter(([, attribute]) => belongs(attribute))
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
  ).trim();
}

function fenced(text: string): string {
  return `\`\`\`terraform\n${text}\n\`\`\``;
}
