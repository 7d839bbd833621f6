import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../src/version.ts";

// What the pages say until the first release, and what they say from then on. `npm run release -- pages` changes them, and commits nothing. A
// rehearsal does so in the repository that it tags. Once the first release is out, only the changelog's date is left to do.

interface Passage {
  readonly files: string;
  readonly until: RegExp;
  readonly from: string;
}

const major = version.split(".", 1)[0];
const passage = (files: string, until: RegExp, from: string): Passage => ({ files, until, from });
const installed = (...packages: readonly string[]) => `npm init -y && npm pkg set type=module
npm install ${packages.join(" ")}
export PATH="$PWD/node_modules/.bin:$PATH" # certorder`;
const csr = (name: string) =>
  `openssl req -new -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=www.example.com 2> openssl.log`;
const shell = (...lines: readonly string[]) => `Install it in your project:

\`\`\`sh
${lines.join("\n")}
\`\`\`
`;
const untilInstalled =
  /There is no release yet\. In your project[\s\S]+?From the first release on: `npm install .+\n/;

const passages: readonly Passage[] = [
  passage(
    "README.md",
    /There is no release yet\. Everything below works from a clone\.\n/,
    `Install it with \`npm install certorder\`, or [without Node](docs/guides/executables.md). \`tofu init\` and \`terraform init\` fetch the provider.
Everything below works from a clone.
`,
  ),
  passage("README.md", / # from the first release on$/m, ""),
  passage("README.md", /, and says how to use the action before the release\./, "."),
  passage("docs/guides/library.md", untilInstalled, shell(installed("certorder"), csr("site"))),
  passage("docs/guides/receiver.md", untilInstalled, shell(installed("certorder"))),
  passage(
    "docs/guides/cdktf.md",
    /There is no release yet\. In your project[\s\S]+?From the first release on: .+\n/,
    shell(installed("certorder", "cdktn", "constructs"), csr("www")),
  ),
  passage(
    "docs/plugin/write-a-provider.md",
    /There is no release yet, so install a package[\s\S]+?^(?=npm install )[\s\S]+?&& npm install/m,
    `\`\`\`sh
mkdir notes && cd notes && npm init -y && npm pkg set type=module
npm install certorder && npm install`,
  ),
  passage(
    "docs/guides/github-action.md",
    /There is no release yet, so copy the actions[\s\S]+?and copy nothing\.\n\n/,
    "",
  ),
  passage(
    "docs/guides/*.md",
    /uses: \.\/\.github\/certorder\/(actions\/[\w-]+)/,
    `uses: certorder/certorder/$1@v${major}`,
  ),
  passage(
    "docs/guides/monitor.md",
    /From the first release on, \[callback-health\.yml\]/,
    "[callback-health.yml]",
  ),
  passage(
    "docs/guides/renew.md",
    / *# Until the first release: the provider from a clone\.\n[\s\S]+?: certorder\n(?= *- run: tofu init)/,
    "",
  ),
  passage(
    "docs/guides/teams.md",
    /There is no release yet\. Before `tofu init`[\s\S]+?From the first release on, `tofu init`\nfetches it\./,
    "`tofu init` fetches the provider.",
  ),
  passage("docs/reference/versions.md", / Until the first release all say[\s\S]+?From then on:\n/, "\n"),
  passage("docs/guides/monitor.md", / Until the first release, replace its permissions.+?`url`\./, ""),
  passage("docs/guides/executables.md", /There is no release yet\. Build the program/, "Build the program"),
  passage("docs/guides/executables.md", /## From the first release on/, "## Install a release"),
  passage(
    "docs/troubleshooting.md",
    /There is no release yet, so the registry does not know the provider\. In a clone, run/,
    "A registry knows the released versions only. In a clone, run",
  ),
  ...["docs/index.md", "src/generate/provider-docs.ts"].map((file) =>
    passage(
      file,
      /There is no release yet, so no registry has the provider\.[\s\S]+?find it\.\n/,
      "`terraform init` and `tofu init` fetch the provider.\n".replaceAll(
        "`",
        file.endsWith(".ts") ? "\\`" : "`",
      ),
    ),
  ),
  passage("examples/**/*.yml", /# from the first release on; to pin it:/, "# to pin it:"),
];

/** What only a page before the first release says. */
const unreleased = /\b(?:no release yet|(?:un)?til the first release|from the first release on)\b/i;

/** Writes the pages of a repository as they read from the first release on, unless they read so already. */
export function releasePages(folder: string): void {
  const changelog = join(folder, "CHANGELOG.md");
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, readFileSync(changelog, "utf8").replace("(not released yet)", `(${today})`));
  if (unreleasedPages(folder).length === 0) return;
  for (const { files, until, from } of passages) {
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    const found = globSync(files, { cwd: folder }).filter((file) => until.test(read(file)));
    if (found.length === 0) throw new Error(`No file of ${files} has the passage ${until.source}.`);
    for (const file of found)
      writeFileSync(join(folder, file), read(file).replaceAll(new RegExp(until, `g${until.flags}`), from));
  }
  const left = unreleasedPages(folder);
  if (left.length > 0)
    throw new Error(`These pages still speak of the time before the release: ${left.join(", ")}.`);
}

function unreleasedPages(folder: string): string[] {
  const pages = [
    "{README,CHANGELOG,SECURITY}.md",
    "docs/**/*.md",
    "examples/**/*.{md,yml}",
    "src/generate/*.ts",
  ];
  return globSync(pages, { cwd: folder }).filter((file) =>
    unreleased.test(readFileSync(join(folder, file), "utf8")),
  );
}
