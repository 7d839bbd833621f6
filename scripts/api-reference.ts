/**
 * Writes docs/reference/api: what the package exports, as its types and their comments have it. With `--check`, says
 * instead what is not as it would be written. Needs a build, and TypeDoc from `npm run tools`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { apiPages } from "./api-pages.ts";
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
  ...["MemberName", "ValueOf", "ArgumentsOf", "Argument", "ProviderParts", "Delivering"],
  ...["AttemptEvent", "Recorded"],
];

/**
 * Removes what a class or an interface inherits from one that is exported, and the constructors of errors: only
 * certorder makes them. What comes from another base stays.
 */
const tidier = `export function load(app) {
  const isErrorsConstructor = ({ name, parent }) => name === "constructor" && parent?.name.endsWith("Error");
  app.converter.on("resolveEnd", ({ project }) => {
    const exported = (project.children ?? []).flatMap(({ children = [] }) => children);
    // The members of a low-level construct are those that its framework generates.
    const lowLevel = exported.flatMap(({ children = [] }) => children.filter((inner) => inner.kind === 128));
    const described = new Set([...exported, ...lowLevel].map(({ name }) => name));
    const isInherited = ({ inheritedFrom }) => inheritedFrom && described.has(inheritedFrom.name.replace(/\\..*/, ""));
    for (const reflection of Object.values(project.reflections))
      if (isInherited(reflection) || isErrorsConstructor(reflection)) project.removeReflection(reflection);
  }, -10);
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
  const ownPlugin = join(folder, "tidier.mjs");
  writeFileSync(ownPlugin, tidier);
  const json = join(folder, "api.json");
  writeFileSync(
    options,
    JSON.stringify({
      tsconfig: settings,
      entryPoints,
      json,
      readme: "none",
      treatWarningsAsErrors: true,
      plugin: [ownPlugin],
      intentionallyNotExported,
      disableSources: true,
      excludeExternals: true,
      sort: ["source-order"],
    }),
  );
  execFileSync(process.execPath, [toolPath("typedoc"), "--options", options, "--logLevel", "Warn"], {
    cwd: root,
    stdio: "inherit",
  });
  for (const [page, text] of apiPages(JSON.parse(readFileSync(json, "utf8")))) {
    mkdirSync(dirname(join(out, page)), { recursive: true });
    writeFileSync(join(out, page), text);
  }
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
