/**
 * Writes docs/reference/api: what the package exports, as its types and their comments have it. With `--check`, says
 * instead what is not as it would be written. Needs a build, and TypeDoc from `npm run tools`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { toolPath } from "./tool-folder.ts";

const root = join(import.meta.dirname, "..");
const target = join(root, "docs", "reference", "api");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, string | { readonly default: string }>;
};

/** Types that the compiler needs to infer others, or that only certorder itself can have values for. */
const intentionallyNotExported = [
  ...[
    "Open",
    "SchemaAt",
    "HoldsUnknown",
    "Opened",
    "OpenParts",
    "AttributeOf",
    "ObjectType",
    "PrimitiveName",
  ],
  ...["KnownValue", "NestedAttributeOf", "Collection", "ElementName", "WrittenAttributes", "WrittenBlocks"],
  ...["NestedWithNullElements", "CollectionName", "WithNullElements"],
  ...["IdentityPrimitive", "TimeoutOperation", "NotWhenLookedUp", "NotInArguments", "CollectionOf"],
  ...["failures", "journalCodes", "requestCodes"],
  ...["MemberName", "ValueOf", "ArgumentsOf", "Argument", "ProviderParts", "Delivering"],
  ...["AttemptEvent", "Recorded", "callbackCodes"],
];

/** What each module is for, on the first page. */
const purposes: Readonly<Record<string, string>> = {
  certorder: "reissue certificates and test the callback. [The guide](../../guides/library.md)",
  "certorder/cdktn":
    "declare reissues with CDK Terrain; `certorder/cdktf` has the same for CDKTF. [The guide](../../guides/cdktf.md)",
  "certorder/csr": "read and check a certificate signing request",
  "certorder/journal":
    "look at the history of an order, resolve an attempt, wait for a callback. [The guide](../../guides/journal.md)",
  "certorder/plugin": "write a Terraform provider. [The guide](../../plugin/write-a-provider.md)",
  "certorder/plugin/schema-json": "write the schema of a provider as Terraform does",
  "certorder/plugin/testing": "test a provider, without Terraform and with it",
  "certorder/plugin/timeouts": "let users limit how long operations take",
  "certorder/plugin/validators": "check the arguments of a provider",
  "certorder/receiver": "receive callbacks in your own server. [The guide](../../guides/receiver.md)",
  "certorder/sandbox":
    "test your program against the simulated service. [The guide](../../guides/sandbox.md)",
};

/**
 * Removes what a class inherits from a class with a page: it links to that one. Removes the
 * constructors of errors: only certorder makes them. Puts the client before all other classes.
 */
const tidier = `export function load(app) {
  const isErrorsConstructor = ({ name, parent }) => name === "constructor" && parent?.name.endsWith("Error");
  app.converter.on("resolveEnd", ({ project }) => {
    for (const reflection of Object.values(project.reflections))
      if (reflection.inheritedFrom?.reflection || isErrorsConstructor(reflection)) project.removeReflection(reflection);
  }, -10);
  const isLater = ({ name }) => Number(name !== "CertOrderClient");
  app.converter.on("resolveEnd", ({ project }) => {
    for (const module of project.children ?? [])
      for (const { children } of module.groups ?? []) children.sort((a, b) => isLater(a) - isLater(b));
  }, -1000);
}
`;

// Inside of the project, so that types of its packages are found.
const folder = mkdtempSync(join(root, "build", "api-"));
try {
  const written = join(folder, "written");
  write(written);
  if (process.argv.includes("--check")) check(written);
  else put(written);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function write(out: string): void {
  const entryPoints = Object.entries(exports)
    .map(([name, file]) => [name, typeof file === "string" ? file : file.default] as const)
    // Both frameworks have the same constructs; one page is enough.
    .filter(([name, file]) => file.endsWith(".js") && name !== "./cdktf")
    .map(([name, file]) => entry(name, file));
  const settings = join(folder, "tsconfig.json");
  const types = {
    extends: "../../tsconfig.json",
    compilerOptions: { skipLibCheck: true },
    include: ["*.ts"],
  };
  writeFileSync(settings, JSON.stringify(types));
  const options = join(folder, "typedoc.json");
  const plugin = join(`${toolPath("typedoc")}-environment`, "node_modules", "typedoc-plugin-markdown");
  const ownPlugin = join(folder, "tidier.mjs");
  writeFileSync(ownPlugin, tidier);
  writeFileSync(
    options,
    JSON.stringify({
      tsconfig: settings,
      plugin: [ownPlugin, join(plugin, "dist", "index.js")],
      entryPoints,
      out,
      name: "The package",
      readme: "none",
      treatWarningsAsErrors: true,
      intentionallyNotExported,
      disableSources: true,
      excludeExternals: true,
      hideGenerator: true,
      hidePageHeader: true,
      hideBreadcrumbs: true,
      outputFileStrategy: "modules",
      ...Object.fromEntries(
        [
          "parameters",
          "interfaceProperties",
          "classProperties",
          "typeAliasProperties",
          "typeDeclaration",
        ].map((kind) => [`${kind}Format`, "table"]),
      ),
    }),
  );
  execFileSync(process.execPath, [toolPath("typedoc"), "--options", options, "--logLevel", "Warn"], {
    cwd: root,
    stdio: "inherit",
  });
  // TypeDoc counts this class twice, and its page has it once.
  const twice = "#certorderproviderfunctions";
  // It gives the page of certorder/journal a number, because certorder exports a type of that name.
  renameSync(join(out, "certorder", "journal-1.md"), join(out, "certorder", "journal.md"));
  for (const [page, text] of readPages(out))
    writeFileSync(
      join(out, page),
      (page === "README.md" ? withPurposes(text) : text)
        .replaceAll(`${twice}-1`, twice)
        .replaceAll("journal-1.md", "journal.md"),
    );
}

/** The list of modules, with what each is for. */
function withPurposes(text: string): string {
  return text
    .replace(
      "# The package\n",
      "# The package\n\nEvery module of the package `certorder`, with all of its types.\n",
    )
    .replace(/^- \[(.*?)\]\((.*?)\)$/gm, (_, name: string, path: string) => {
      const purpose = purposes[name];
      if (purpose === undefined) throw new Error(`Say what ${name} is for.`);
      return `- [\`${name}\`](${path}): use it to ${purpose}.`;
    });
}

/** A file that exports what an entry of the package does, under the name by which it is imported. */
function entry(name: string, file: string): string {
  const module = join("certorder", name);
  const path = join(folder, `${module.replaceAll("/", "-")}.ts`);
  const from = `../../${file.replace(/^\.\//, "")}`;
  const declared = readFileSync(join(root, file.replace(/\.js$/, ".d.ts")), "utf8");
  // What stands before the first import is about the whole of it.
  const [, about = ""] = /^\/\*\*(.*?)\*\/\s*import /s.exec(declared) ?? [];
  writeFileSync(path, `/**${about}\n * @module ${module}\n */\nexport * from "${from}";\n`);
  return path;
}

function readPages(top: string): Map<string, string> {
  const files = readdirSync(top, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(top, path), readFileSync(path, "utf8")];
    }),
  );
}

function put(written: string): void {
  rmSync(target, { recursive: true, force: true });
  cpSync(written, target, { recursive: true });
}

function check(written: string): void {
  const there = readPages(target);
  const due = readPages(written);
  const wrong = [...new Set([...there.keys(), ...due.keys()])].filter(
    (page) => there.get(page) !== due.get(page),
  );
  if (wrong.length === 0) return;
  console.error(`Out of date: ${wrong.join(", ")}. Run npm run generate:api.`);
  process.exitCode = 1;
}
