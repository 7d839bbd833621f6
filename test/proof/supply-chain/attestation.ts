import { type Check, readText, type Tree } from "./check.ts";

const workflow = ".github/workflows/release.yml";

/** Reads a list out of the workflow. A workflow that was rewritten must not pass because the list is not found. */
function listIn(text: string, pattern: RegExp, what: string): string[] {
  const [, list] = pattern.exec(text) ?? [];
  if (list === undefined)
    throw new Error(`${workflow} does not say ${what} in the way that this check reads.`);
  return list.trim().split(/\s+/);
}

/** The files that people get, as the workflow names them: those of the release, the packages for npm, and the action's bundles. */
function published(tree: Tree): string[] {
  const text = readText(tree, workflow);
  const attached = listIn(text, /gh release create "\$GITHUB_REF_NAME" (.+?) --/, "what is attached");
  const packages = listIn(text, /for package in (.+); do/, "what is published to npm");
  const copied = listIn(text, /cp (dist\/.+) files\n/, "which bundles are kept");
  // People get all of `dist` with the tag. A bundle that the first job does not hand on cannot be attested.
  const bundles = [...tree.keys()].filter((path) => /^dist\/[^/]+\.js$/.test(path));
  return [
    ...attached,
    ...packages.map((file) => file.replaceAll('"', "")),
    ...bundles.map((path) => (covers(copied, path) ? path.replace("dist/", "files/") : path)),
  ];
}

/** Whether one of the patterns has every file that a name, or another pattern, has. `*` matches no slash. */
function covers(patterns: readonly string[], wanted: string): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split("*").map((part) => part.replaceAll(/[.$^{}()|[\]\\+?]/g, "\\$&"));
    return new RegExp(`^${parts.join("[^/]*")}$`).test(wanted);
  });
}

export const attestationCheck: Check = {
  what: "published files that are not attested",
  problems: (tree) => {
    const text = readText(tree, workflow);
    const attested = listIn(text, /subject-path: \|\n((?: {12}.+\n)+)/, "what is attested");
    return published(tree)
      .filter((file) => !covers(attested, file))
      .map((file) => `${workflow}: ${file}`);
  },
  sabotage: [workflow, "            release/*.*\n", "            release/*.zip\n"],
};
