import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

// How long and how hard the pages are that people write.

const root = join(import.meta.dirname, "..", "..", "..");
const load = createRequire(join(root, "site", "package.json"));
const read = (page: string) => readFileSync(join(root, page), "utf8");
const guides = globSync(["docs/guides/*.md", "docs/plugin/*.md"], { cwd: root });

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

let paragraphsIn: (markdown: string) => string[];
let grade: (text: readonly string[]) => number;

beforeAll(async () => {
  const library = (name: string) => import(load.resolve(name));
  const { markdownToMdast } = await library("satteri");
  const { syllable } = await library("syllable");
  const { fleschKincaid } = await library("flesch-kincaid");
  const paragraphs = (node: Node): Node[] => {
    if (node.type === "paragraph") return [node];
    return node.type === "table" ? [] : (node.children ?? []).flatMap(paragraphs);
  };
  // Code in a sentence is a word of two syllables.
  const textOf = ({ type, value = "", children = [] }: Node): string =>
    type === "inlineCode" ? "setting" : value + children.map(textOf).join("");
  paragraphsIn = (markdown) => paragraphs(markdownToMdast(markdown)).map(textOf);
  grade = (texts) => {
    const words = texts.flatMap((text) => text.match(/[\p{L}\p{N}'’-]+/gu) ?? []);
    const sentences = texts.flatMap((text) =>
      text.split(/[.!?:](?=\s|$)/).filter((part) => /\p{L}/u.test(part)),
    );
    const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
    return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables });
  };
});

/** Without what commands write into a page. */
function byHand(page: string): string {
  return read(page).replace(/<!-- (?:generated|counted).*?<!-- end -->/gs, "");
}

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

describe("A reader", () => {
  test.each(guides)("has at most 1,900 words of at most grade 9 to read in %s", (guide) => {
    expect(grade(paragraphsIn(read(guide)))).toBeLessThanOrEqual(9);
    expect(countWords(read(guide))).toBeLessThanOrEqual(1900);
  });

  test.each([
    ["certorder", 23_700, (page: string) => !page.startsWith("docs/plugin/")],
    ["the framework", 6700, (page: string) => page.startsWith("docs/plugin/")],
  ])("of the pages of %s has at most %i words to read that people wrote", (_product, most, belongs) => {
    const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root })].filter(
      (page) =>
        belongs(page) &&
        !page.startsWith("docs/reference/api/") &&
        !read(page).includes("<!-- Written by npm run generate"),
    );
    const words = pages.map((page) => countWords(byHand(page)));
    expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
  });
});
