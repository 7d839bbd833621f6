import type { Check, Tree } from "./check.ts";

/** Our own action, in examples: which commit its version is, is known only after a release. */
const own =
  /^(?:\.\/|certorder\/certorder(?:\/\.github\/workflows\/callback-health\.yml|\/actions\/[\w-]+)?@v0$)/;

interface Use {
  readonly path: string;
  readonly line: string;
  readonly action: string;
  readonly commit?: string | undefined;
  readonly version?: string | undefined;
}

/** Every action that a workflow, an example or a document uses, but our own. */
function usesIn(tree: Tree): Use[] {
  return [...tree].flatMap(([path, text]) => {
    if (!/\.(?:ya?ml|md)$/.test(path)) return [];
    return [...text.matchAll(/^[ \t]*(?:- )?uses:[ \t]*(\S+)(.*)$/gm)].flatMap(
      ([line, used = "", comment = ""]) => {
        if (own.test(used)) return [];
        const [, action = used, commit] = /^([^@]+)@([0-9a-f]{40})$/.exec(used) ?? [];
        const [, version] = /^ # (v\d+\.\d+\.\d+)$/.exec(comment) ?? [];
        return [{ path, line: line.trim(), action, commit, version }];
      },
    );
  });
}

/** What in a job shows that it needs a permission. */
const needs: Readonly<Record<string, RegExp>> = {
  "contents: read": /actions\/(?:checkout|dependency-review-action)@/,
  "contents: write": /gh release create/,
  "id-token: write": /npm publish .*--provenance|attest-build-provenance@|deploy-pages@/,
  "pages: write": /deploy-pages@/,
  "attestations: write": /attest-build-provenance@/,
  "security-events: write": /codeql-action\/(?:analyze|upload-sarif)@/,
  "deployments: write": /(?:actions\/reissue@|operation: reissue)(?![\s\S]*history: (?:journal|none))/,
  "issues: write": /report-issue: on-failure|callback-health\.yml@/,
  "actions: read": /actions\/reissue@|operation: reissue/,
};

/** Permissions for everything, and those of a whole workflow, are a matter of zizmor: test/real/action-lint.test.ts. */
function excessIn(path: string, text: string): string[] {
  const [, body = ""] = text.split(/^jobs:$/m);
  return body.split(/^(?= {2}[\w-]+:$)/m).flatMap((job) => {
    const name = job.trim().split(":")[0];
    const [, listed = ""] = /^ {4}permissions:\n((?: {6}.+\n)+)/m.exec(job) ?? [];
    return [...listed.matchAll(/^ +([\w-]+: \w+)(?: # (.+))?/gm)].flatMap(([, permission = "", reason]) => [
      ...(reason === undefined ? [`${path}: ${name} does not say why it needs ${permission}`] : []),
      ...(needs[permission]?.test(job) ? [] : [`${path}: ${name} does not need ${permission}`]),
    ]);
  });
}

const ci = ".github/workflows/ci.yml";
const release = ".github/workflows/release.yml";
const example = "examples/workflows/reissue.yml";

export const workflowChecks: readonly Check[] = [
  {
    what: "unpinned actions",
    problems: (tree) =>
      usesIn(tree).flatMap(({ path, line, commit, version }) =>
        commit === undefined || version === undefined ? [`${path}: ${line}`] : [],
      ),
    sabotages: [
      [ci, "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "actions/checkout@v6"],
      [example, " # v6.0.2", ""],
      [release, "attest-build-provenance@4d101475", "attest-build-provenance@"],
      [
        "docs/guides/github-action.md",
        "uses: ./.github/certorder/actions/reissue",
        "uses: actions/checkout@main",
      ],
    ],
  },
  {
    what: "actions at two commits for one version, or two versions for one commit",
    problems: (tree) => {
      const repositories = new Map<string, Set<string>>();
      for (const { action, commit, version } of usesIn(tree)) {
        const repository = action.split("/").slice(0, 2).join("/");
        const pins = repositories.get(repository) ?? new Set();
        repositories.set(repository, pins.add(`${commit} ${version}`));
      }
      return [...repositories].flatMap(([repository, pins]) =>
        pins.size > 1 ? [`${repository}: ${[...pins].join(", ")}`] : [],
      );
    },
    sabotages: [
      [example, "de0fac2e", "de0fac2f"],
      [example, "# v6.0.2", "# v6.0.3"],
    ],
  },
  {
    what: "workflow permissions in excess",
    problems: (tree) =>
      [...tree].flatMap(([path, text]) =>
        /^(?:\.github|examples)\/workflows\//.test(path) ? excessIn(path, text) : [],
      ),
    sabotages: [
      [ci, "contents: read #", "contents: write #"],
      [ci, "contents: read # to check out", "contents: read"],
      [release, "# to store the attestation", ""],
      [ci, "      contents: read #", "      packages: write # to be prepared\n      contents: read #"],
    ],
  },
];
