import { codeGroups } from "../cli/index.ts";
import type { DocumentedCode, DocumentedCodes } from "../contract/index.ts";
import { code, notice, table } from "./markdown.ts";

type Group = keyof typeof codeGroups;

/** Where to read on, for each group of codes. */
const guides: Readonly<Record<Group, string>> = {
  service: "[The callback test fails](../troubleshooting.md#the-callback-test-fails)",
  network: "[What a failure means](../guides/at-most-once.md#what-a-failure-means)",
  request: "[Requests and settings](../reference/requests.md)",
  journal:
    "[When an order is blocked](../guides/at-most-once.md#when-an-order-is-blocked), [journal stores](../reference/journal-stores.md)",
  command: "[The command line](../reference/cli.md)",
  action: "[The GitHub action](../guides/github-action.md)",
  sandbox: "[The command line](../reference/cli.md)",
};

/** A page for each code, to which messages link, and a list of them. */
export const errorPages: Readonly<Record<string, () => string>> = {
  "docs/errors/README.md": list,
  ...Object.fromEntries(
    groups().flatMap(([group, { codes }]) =>
      Object.entries(codes).map(([name, about]) => [
        `docs/errors/${name}.md`,
        () => page(name, about, group),
      ]),
    ),
  ),
};

function groups(): [Group, { readonly title: string; readonly codes: DocumentedCodes }][] {
  return Object.entries(codeGroups) as ReturnType<typeof groups>;
}

function page(name: string, { what, remedy, steps = [] }: DocumentedCode, group: Group): string {
  return `---
page_title: "${name}"
description: ${JSON.stringify(what)}
---

${notice}

# ${name}

${what}

## What to do

${[remedy, ...(steps.length > 0 ? [steps.map((step, index) => `${index + 1}. ${step}`).join("\n")] : [])].join("\n\n")}

See also: ${guides[group]}.
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

Every error has a code, [an outcome](../reference/cli.md#exit-codes) and a remedy. The service does not specify the codes with which it refuses a
reissue: they are shown with its message. If you know only what you see, start with [Troubleshooting](../troubleshooting.md).

${sections.join("\n\n")}
`;
}
