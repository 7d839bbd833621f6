import { type Check, readText } from "./check.ts";

const page = "SECURITY.md";

/** The entries of the lists below the headings that promise something. */
function promises(text: string): string[] {
  const sections = text
    .split(/^## /m)
    .filter((section) => /^(?:What this package holds|Who might attack)/.test(section));
  return sections.flatMap((section) => section.split(/^- /m).slice(1));
}

export const securityPageCheck: Check = {
  what: "promises in SECURITY.md without a test",
  problems: (tree) => {
    const all = promises(readText(tree, page));
    const bare = all.filter((promise) => {
      const tests = [...promise.matchAll(/\]\((test\/[^)]+)\)/g)].map(([, path = ""]) => path);
      return tests.length === 0 || tests.some((path) => !tree.has(path));
    });
    const few = all.length < 11 ? [`${page}: only ${all.length} promises`] : [];
    return [...few, ...bare.map((promise) => `${page}: ${promise.slice(0, 60)}`)];
  },
  sabotage: [page, "test/proof/secrets/library.ts", "test/proof/secrets/gone.ts"],
};
