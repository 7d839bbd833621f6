import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { type Command, commands, loadCommands, settingFlags } from "../../../src/cli/index.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

// What readers copy from README.md and docs: each sample is given to the program that reads it.

const root = join(import.meta.dirname, "..", "..", "..");

interface Sample {
  readonly language: string;
  readonly text: string;
  /** The page and the line, to find it. */
  readonly where: string;
}

const samples = globSync(["README.md", "docs/**/*.md", "examples/**/*.md"], { cwd: root })
  .filter((page) => !page.startsWith("docs/reference/api/") && !page.includes("node_modules"))
  .flatMap((page) => samplesIn(page));

function samplesIn(page: string): Sample[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)].map(
    ([, indent = "", language = "", block = ""], index) => ({
      language,
      text: block.replace(new RegExp(`^${indent}`, "gm"), ""),
      where: `${page} ${index + 1}`,
    }),
  );
}

const written = (...languages: string[]) => samples.filter(({ language }) => languages.includes(language));

/** What programs say against samples. */
function objections(
  of: readonly Sample[],
  check: (sample: Sample) => { status: number | null; said: string },
) {
  return of.flatMap((sample) => {
    const { status, said } = check(sample);
    return status === 0 ? [] : [`${sample.where}: ${said}`];
  });
}

function run(program: string, args: readonly string[], options: object = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", ...options });
  return { status, said: error?.message ?? stdout + stderr };
}

test("Every sample of a shell can be read by it", () => {
  expect(objections(written("sh"), ({ text }) => run("bash", ["-n"], { input: text }))).toEqual([]);
});

test("Every command of certorder in a page has a name and flags that it has", async () => {
  const known = new Map((await loadCommands(commands)).map((command) => [command.name, command]));
  const pages = globSync(["README.md", "docs/**/*.md", "examples/**/*.md"], { cwd: root });
  const unknown = pages
    .filter((page) => !page.startsWith("docs/reference/api/") && !page.includes("node_modules"))
    .flatMap((page) =>
      commandsIn(page)
        .filter((words) => !isKnown(words, known))
        .map((words) => [page, ...words].join(" ")),
    );
  expect(unknown).toEqual([]);
});

/** The words of each line that starts certorder, in blocks for a shell and in the text. */
function commandsIn(page: string): string[][] {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/\\\n\s*/g, "");
  const lines = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block = ""]) =>
    block.split("\n"),
  );
  const inText = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...lines, ...inText].flatMap((line) => {
    const [, rest] = /(?:^|[\s/(])(?<!npm install )certorder ((?:[a-z]|--)[^|>&;)#]*)/.exec(line) ?? [];
    return rest === undefined ? [] : [rest.trim().split(/\s+/)];
  });
}

function isKnown(words: readonly string[], known: ReadonlyMap<string, Command>): boolean {
  const [first = "", second = ""] = words;
  const command = known.get(`${first} ${second}`) ?? known.get(first);
  if (!command) return first.startsWith("--");
  const { flags, moreFlags, settings } = command;
  const names = { ...flags, ...moreFlags, ...(settings && settingFlags(settings)) };
  const everywhere = ["json", "help", "all"];
  return words
    .filter((word) => word.startsWith("--"))
    .map((word) => word.slice(2).replace(/[=`].*$/, ""))
    .every((flag) => flag in names || everywhere.includes(flag));
}

test("Every sample of Terraform can be read, and looks as `fmt` would write it", () => {
  const format = ["fmt", "-check", "-diff", "-no-color", "-"];
  // The settings of the program itself have a syntax of their own.
  const sources = written("terraform", "hcl").filter(({ text }) => !text.startsWith("provider_installation"));
  expect(objections(sources, ({ text }) => run(toolPath("tofu"), format, { input: text }))).toEqual([]);
});

// OpenTofu has no actions, and other providers cannot be installed from here.
const configurations = written("terraform", "hcl").filter(
  ({ text }) => text.includes("required_providers") && !/source *= *"(?!certorder\/)|^action "/m.test(text),
);

test.each(configurations.map((sample) => [sample.where, sample.text]))(
  "The whole configuration in %s is valid",
  async (_, text) => {
    await using stage = await TerraformWithSandbox.open();
    const { workspace } = stage;
    writeFileSync(join(workspace.folder, "main.tf"), text);
    for (const [, file = ""] of text.matchAll(/file\("([^"]+)"\)/g))
      copyFileSync(join(root, "examples", "site.csr"), join(workspace.folder, file));
    const init = await workspace.run("init", "-backend=false");
    expect(init.exit, init.text).toBe(0);
    const { exit, text: said } = await workspace.run("validate");
    expect(exit, said).toBe(0);
  },
);

test("Every workflow is accepted by actionlint, beside the action that it uses", () => {
  const folder = newFolder("certorder-samples-");
  const target = join(folder, ".github", "workflows");
  mkdirSync(target, { recursive: true });
  mkdirSync(join(folder, ".git"));
  for (const name of ["action.yml", "actions", "dist", ".github/workflows/callback-health.yml"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const whole = written("yaml").flatMap(({ text, ...sample }) => {
    if (/^jobs:/m.test(text)) return [{ ...sample, text }];
    // The step that a reader adds to a job of their own.
    if (!text.startsWith("- uses: certorder/")) return [];
    const steps = text.replace(/^(?=.)/gm, "      ");
    return [{ ...sample, text: `on: push\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n${steps}` }];
  });
  expect(whole.length).toBeGreaterThan(0);
  const file = join(target, "sample.yml");
  const lint = ({ text }: Sample) => {
    writeFileSync(file, text.replaceAll(/certorder\/certorder\/?(.*)@v0/g, "./$1"));
    return run(toolPath("actionlint"), ["-no-color", file], { cwd: folder });
  };
  expect(objections(whole, lint)).toEqual([]);
});

test("Every sample of TypeScript has the right types", () => {
  // Inside of the package, so that it can be imported by its name.
  const folder = mkdtempSync(join(root, "build", "samples-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const typescript = written("ts");
  for (const [index, { text }] of typescript.entries())
    writeFileSync(join(folder, `${index}.ts`), `${asModule(text)}\nexport {};\n`);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: { noUnusedLocals: false, skipLibCheck: true, noImplicitAny: false },
      include: ["*.ts"],
    }),
  );
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const { said } = run(tsc, ["--noEmit", "--pretty", "false", "-p", folder]);
  const exported = new Set(
    globSync("docs/reference/api/**/*.md", { cwd: root }).flatMap((page) =>
      [...readFileSync(join(root, page), "utf8").matchAll(/^### (\w+)/gm)].map(([, name]) => name),
    ),
  );
  const errors = said.split("\n").filter((line) => line.includes("error TS"));
  const problems = errors.flatMap((line) => {
    const [, index, message = ""] = /(\d+)\.ts\(\d+,\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
    const [, missing] =
      /^(?:Cannot find name|Cannot find namespace|No value exists in .*) '(\w+)'/.exec(message) ?? [];
    const { text = "", where = line } = typescript[Number(index ?? -1)] ?? {};
    // A sample may use what the text or an earlier sample explains. What it imports of this package, it imports completely.
    const isImported = new RegExp(`^import .*\\b${missing}\\b`, "m").test(samplesOfPage(where, typescript));
    const isOurs = /^import /m.test(text) && exported.has(missing);
    const isExplained = missing !== undefined && (isImported || !isOurs);
    // Files of the reader, and frameworks: the tests of their guides run these samples.
    const isForeign = /^(?:Cannot find module '(?!certorder|node:)|Relative import paths)/.test(message);
    return isExplained || isForeign ? [] : [`${where}: ${message}`];
  });
  expect(problems).toEqual([]);
});

/** The text of all samples of the same page. */
function samplesOfPage(where: string, all: readonly Sample[]): string {
  const [page] = where.split(" ");
  return all
    .filter((sample) => sample.where.startsWith(`${page} `))
    .map(({ text }) => text)
    .join("\n");
}

/** Some samples are the members of an object or of a class. */
function asModule(text: string): string {
  const readable = (candidate: string) => {
    try {
      transformSync(candidate, { loader: "ts" });
      return true;
    } catch {
      return false;
    }
  };
  return [text, `void {\n${text}\n};`].find(readable) ?? text;
}
