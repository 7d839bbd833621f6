import readme from "../README.md?raw";

export interface Example {
  readonly label: string;
  readonly code: string;
  readonly language: string;
  /** The page that explains it. */
  readonly more: string;
}

/** The examples of the first page, by their headings in README.md. A test runs the blocks of that file. */
export const examples: readonly Example[] = [
  example("The command line", "Command line", "reference/cli"),
  example("Terraform and OpenTofu", "Terraform", "provider"),
  example("CDKTF and CDK Terrain", "CDKTF", "guides/cdktf"),
  example("A GitHub workflow", "GitHub", "guides/github-action"),
  example("TypeScript", "TypeScript", "guides/library"),
];

/** The first block under a heading, or the file that this block writes. */
function example(heading: string, label: string, more: string): Example {
  const [, section] = readme.split(`\n### ${heading}\n`);
  const [, language = "", block] = /^```(\w+)\n(.*?)^```$/ms.exec(section ?? "") ?? [];
  if (!block) throw new Error(`README.md has no block under "${heading}".`);
  const [, ending, file] = /\.(\w+) <<'EOF'\n(.*?)^EOF$/ms.exec(block) ?? [];
  return { label, more, code: (file ?? block).trim(), language: ending ?? language };
}
