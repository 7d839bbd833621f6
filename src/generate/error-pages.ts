import { readFileSync } from "node:fs";
import { join } from "node:path";
import { casesIntro, codeGroups } from "../cli/index.ts";
import type { DocumentedCode, DocumentedCodes } from "../contract/index.ts";
import { code, notice, table } from "./markdown.ts";

const { homepage } = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8"),
) as { homepage: string };

type Group = keyof typeof codeGroups;

/** Where to read on, for each group of codes. */
const guides: Readonly<Record<Group, string>> = {
  callback: "[The callback test fails](../troubleshooting.md#the-callback-test-fails)",
  connection: "[What a failure means](../guides/at-most-once.md#what-a-failure-means)",
  input: "[Requests and settings](../reference/requests.md)",
  sent: "[Resolve an attempt](../guides/at-most-once.md#resolve-an-attempt)",
  blocked: "[When an order is blocked](../guides/at-most-once.md#when-an-order-is-blocked)",
  journal: "[Choose a journal](../guides/journal.md)",
  statement: "[Resolve an attempt](../guides/at-most-once.md#resolve-an-attempt)",
  plan: "[The resource certorder_reissue](../resources/reissue.md)",
  passed: "[In a GitHub workflow](../guides/github-action.md)",
};

/** Where to read on, for a single code. */
const guideOfCode: Readonly<Record<string, string>> = {
  no_receiver:
    "[Wait until a certificate is issued](../guides/callbacks.md#wait-until-a-certificate-is-issued)",
  not_issued_yet:
    "[Wait until a certificate is issued](../guides/callbacks.md#wait-until-a-certificate-is-issued)",
  usage: "[The command line](../reference/cli.md)",
  provider_not_started: "[The command line](../reference/cli.md)",
  unrecognised_code: "[Use the outputs](../guides/github-action.md#use-the-outputs)",
  unresolved_attempt: "[Resolve an attempt](../guides/at-most-once.md#resolve-an-attempt)",
  not_in_journal: "[Resolve an attempt](../guides/at-most-once.md#resolve-an-attempt)",
  histories_differ: "[Move a journal](../guides/journal.md#move-a-journal)",
  rerun_refused: "[What a re-run does](../guides/github-action.md#what-a-re-run-does)",
  journal_not_found: "[Create a journal](../guides/journal.md#create-it)",
  journal_unavailable: "[Journal stores](../reference/journal-stores.md)",
  import_refused: "[Imports](../reference/rules.md#imports)",
};

/** A page for each code, to which messages link, and a list of them. */
export const errorPages: Readonly<Record<string, () => string>> = {
  "docs/errors/README.md": list,
  ...Object.fromEntries(
    groups()
      .flatMap(([group, { codes }]) => Object.entries(codes).map(([name, about]) => ({ name, about, group })))
      // The list is the first page of the menu.
      .map(({ name, about, group }, index) => [
        `docs/errors/${name}.md`,
        () => page(name, about, { group, order: index + 2 }),
      ]),
  ),
};

/** The part of the contract that knows which codes have a page. */
export function errorPageLinks(): string {
  const names = groups().flatMap(([, { codes }]) => Object.keys(codes));
  return `// Written by npm run generate from the table of codes. Do not edit.

const knownCodes = [
${names.map((name) => `  "${name}",`).join("\n")}
] as const;

/** A code that a table explains. */
export type KnownCode = (typeof knownCodes)[number];

const codesWithPage: ReadonlySet<string> = /* @__PURE__ */ new Set(knownCodes);

/** The address of the page about a code. The service's own codes for a reissue have none. */
export function errorPage(code: string): string | undefined {
  return codesWithPage.has(code) ? \`${homepage}errors/\${code}/\` : undefined;
}
`;
}

function groups(): [Group, { readonly title: string; readonly codes: DocumentedCodes }][] {
  return Object.entries(codeGroups) as ReturnType<typeof groups>;
}

/** `subcategory` and `order` are the place in the menu of the site. */
function page(
  name: string,
  { what, remedy, steps = [], cases = [] }: DocumentedCode,
  { group, order }: { readonly group: Group; readonly order: number },
): string {
  return `---
page_title: "${name}"
subcategory: "${codeGroups[group].title}"
description: ${JSON.stringify(what)}
sidebar: { order: ${order} }
---

${notice}

# ${name}

${what}

## What to do

${[
  remedy,
  steps.map((step, index) => `${index + 1}. ${step}`).join("\n"),
  cases.length > 0 ? casesIntro : "",
  cases.map((reason) => `- ${reason}`).join("\n"),
]
  .filter((part) => part !== "")
  .join("\n\n")}

See also: ${guideOfCode[name] ?? guides[group]}.
`;
}

function list(): string {
  const sections = groups().map(
    ([, { title, codes }]) =>
      `## ${title}\n\n${table(
        ["code", "what happened"],
        Object.entries(codes).map(([name, { what }]) => [`[${code(name)}](${name}.md)`, what]),
      )}`,
  );
  return `---
page_title: "Error codes"
description: "Every error code, what it means and what to do."
sidebar: { order: 1 }
---

${notice}

# Error codes

Every error has a code, [an outcome](../reference/cli.md#exit-codes) and a remedy. Codes that are not listed here, such as \`http_503\` or
\`unauthorized\`, name the HTTP status or are the service's own. If you know only what you see, start with [Troubleshooting](../troubleshooting.md).

${sections.join("\n\n")}
`;
}
