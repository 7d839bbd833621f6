import type { Check, Tree } from "./check.ts";

/** Our own action, in examples: which commit its version is, is known only after a release. */
const own =
  /^(?:\.\/|certorder\/certorder(?:\/\.github\/workflows\/callback-health\.yml|\/actions\/[\w-]+)?@v0$)/;

/** Every action that a workflow, an example or a document uses, but our own. Zizmor does not read documents. */
function usesIn(tree: Tree) {
  return [...tree]
    .filter(([path]) => /\.(?:ya?ml|md)$/.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/^[ \t]*(?:- )?uses:[ \t]*(\S+)(.*)$/gm)]
        .filter(([, used = ""]) => !own.test(used))
        .map(([line, used = "", comment]) => {
          const [, repository = used] = /^([^/@]+\/[^/@]+)/.exec(used) ?? [];
          const [, pin] = /@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(used + comment) ?? [];
          return { path, line: line.trim(), repository, pin };
        }),
    );
}

/** What in a job shows that it needs a permission. */
const needs: Readonly<Record<string, RegExp>> = {
  "contents: read": /actions\/(?:checkout|dependency-review-action)@/,
  "contents: write": /gh release create/,
  "id-token: write": /npm publish .*--provenance|attest-build-provenance@|deploy-pages@/,
  "pages: write": /deploy-pages@/,
  "attestations: write": /attest-build-provenance@/,
  "security-events: write": /codeql-action\/(?:analyze|upload-sarif)@/,
  "deployments: write": /(?:actions\/reissue@|operation: reissue)(?![\s\S]*(?:CERTORDER_JOURNAL|journal): )/,
  "issues: write": /report-issue: true|callback-health\.yml@/,
};

/** Permissions for everything, and those of a whole workflow, are a matter of zizmor: test/real/action/lint.test.ts. */
function excessIn(path: string, text: string): string[] {
  const [, body = ""] = text.split(/^jobs:$/m);
  return body.split(/^(?= {2}[\w-]+:$)/m).flatMap((job) => {
    const [, listed = ""] = /^ {4}permissions:\n((?: {6}.+\n)+)/m.exec(job) ?? [];
    return [...listed.matchAll(/^ +([\w-]+: \w+)(?: # (.+))?/gm)]
      .filter(([, permission = "", reason]) => reason === undefined || !needs[permission]?.test(job))
      .map(([line]) => `${path}: ${job.trim().split(":")[0]} does not need, or say why: ${line.trim()}`);
  });
}

const ci = ".github/workflows/ci.yml";
const example = "examples/workflows/reissue.yml";

export const workflowChecks: readonly Check[] = [
  {
    what: "actions that are not pinned to a commit with its version",
    problems: (tree) =>
      usesIn(tree).flatMap(({ path, line, pin }) => (pin === undefined ? [`${path}: ${line}`] : [])),
    sabotage: ["docs/guides/github-action.md", "uses: ./.github/certorder/actions/reissue", "uses: a/b@main"],
  },
  {
    what: "actions at two commits for one version, or two versions for one commit",
    problems: (tree) =>
      [...Map.groupBy(usesIn(tree), ({ repository }) => repository)]
        .map(([repository, uses]) => [repository, ...new Set(uses.map(({ pin }) => pin))])
        .filter(([, ...pins]) => pins.length > 1)
        .map((different) => different.join(", ")),
    sabotage: [example, "de0fac2e", "de0fac2f"],
  },
  {
    what: "workflow permissions in excess",
    problems: (tree) =>
      [...tree].flatMap(([path, text]) =>
        /^(?:\.github|examples)\/workflows\//.test(path) ? excessIn(path, text) : [],
      ),
    sabotage: [ci, "contents: read #", "contents: write #"],
  },
];
