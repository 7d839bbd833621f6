import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Metafile } from "esbuild";
import { bundleAction } from "../../../scripts/action-bundle.ts";
import { bundleProvider } from "../../../scripts/provider-bundle.ts";
import { buildRelease } from "../../../scripts/release.ts";
import { archiveName, runtimePackage } from "../../../scripts/release-files.ts";
import { thisPlatform } from "../../../scripts/runtimes.ts";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { version } from "../../../src/version.ts";
import { type Result, readText, root, type Tree } from "./check.ts";
import { installedWithUs } from "./lock.ts";
import { releaseFolder } from "./release.ts";

const actionBundle = "dist/index.js";

interface Hash {
  readonly alg: string;
  readonly content: string;
}

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly Hash[];
}

type Bill = Awaited<ReturnType<typeof makeBills>>[number];

/** The bills of materials, held against what was bundled, the lock file, and what people get. */
export async function checkBills(tree: Tree, folder: string): Promise<Result[]> {
  const bills = await makeBills(tree, folder);
  const namesOf = (some: readonly Bill[]) => some.map(({ name }) => name);
  const componentsWith = (isWrong: (component: Component, bill: Bill) => boolean) =>
    bills.flatMap((bill) =>
      bill.components.filter((one) => isWrong(one, bill)).map(({ purl }) => `${bill.name}: ${purl}`),
    );
  return [
    {
      what: "SBOM components that are not bundled",
      problems: componentsWith((one, { packages }) => !packages.includes(folderOf(one))),
    },
    {
      what: "bundled packages that are no SBOM component",
      problems: bills.flatMap(({ name, packages, components }) =>
        packages
          .filter((one) => !components.some((component) => folderOf(component) === one))
          .map((one) => `${name}: ${one}`),
      ),
    },
    {
      what: "SBOM errors found by CycloneDX's own validator",
      problems: (await Promise.all(bills.map(officialProblems))).flat(),
    },
    {
      what: "SBOM components with another version or hash than in the lock",
      problems: componentsWith((one) => !isLocked(tree, one)),
    },
    {
      what: "bundled packages whose licence is not passed on",
      problems: componentsWith(
        (one, { licences }) =>
          licences !== undefined && !licences.includes(`${nameOf(one)} ${one.version} (`),
      ),
    },
    {
      what: "SBOMs that differ when made elsewhere",
      problems: namesOf(bills.filter(({ text, elsewhere }) => text !== elsewhere)),
    },
    {
      what: "SBOMs about other bytes than those of the bundle and the archives",
      problems: namesOf(bills.filter(({ file, hash }) => file !== undefined && sha256(file) !== hash)),
    },
    {
      what: "SBOMs that name a registry or a path",
      problems: namesOf(
        bills.filter(({ text }) => /registry|npmjs|mirror|\/(?:home|root|work|tmp)\//.test(text)),
      ),
    },
  ];
}

/** Each with the packages that it has to list, the file that people get, and the licences that come with it. */
async function makeBills(tree: Tree, folder: string) {
  const copy = copyOfSources(join(folder, "copy"));
  const [here, there] = [join(folder, "here"), join(folder, "there")];
  const node = (from: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: from });
  const bills = (from: string, target: string) => node(from, join(from, "scripts", "sbom.ts"), target);
  const platform = thisPlatform();
  const release = { platforms: [platform], commit: "of-the-proof", glibc: () => [] };
  const elsewhere = `const { buildRelease } = await import(${JSON.stringify(join(copy, "scripts", "release.ts"))});
    await buildRelease({ ...${JSON.stringify(release)}, out: ${JSON.stringify(join(there, "release"))}, glibc: () => [] })`;
  const [action, provider, { program }] = await Promise.all([
    bundleAction(join(folder, "action")),
    bundleProvider(join(folder, "provider")),
    buildRelease({ ...release, out: releaseFolder(folder) }),
    bills(root, here),
    bills(copy, there),
    node(copy, "--input-type=module", "--eval", elsewhere),
  ]);
  const built = join("build", "terraform");
  const wanted = [
    { kind: "npm", packages: installedWithUs(tree) },
    {
      kind: "action",
      packages: packagesIn(action),
      file: actionBundle,
      licences: readText(tree, "dist/licenses.txt"),
    },
    {
      kind: "provider",
      packages: packagesIn(provider),
      file: join(built, "lib", "provider.cjs"),
      licences: `${contentOf(join(built, "licenses.txt"))}`,
    },
    {
      kind: platform,
      packages: [...packagesIn(program.metafile), `node_modules/${runtimePackage(platform)}`],
      file: join(releaseFolder(folder), archiveName(platform)),
      licences: readFileSync(join(releaseFolder(folder), "unpacked", platform, "licenses.txt"), "utf8"),
    },
  ];
  return wanted.map(({ kind, ...rest }) => {
    const name = `certorder_${version}_${kind}.cdx.json`;
    const [ours, theirs] =
      kind === platform ? [releaseFolder(folder), join(there, "release")] : [here, there];
    const text = readFileSync(join(ours, name), "utf8");
    const { components, metadata } = JSON.parse(text) as {
      components: readonly Component[];
      metadata: { component: { hashes?: readonly Hash[] } };
    };
    const elsewhere = readFileSync(join(theirs, name), "utf8");
    const hash = metadata.component.hashes?.[0]?.content;
    return { name, text, elsewhere, components, hash, ...rest };
  });
}

/** As much of a fresh clone in another folder as bundles are made of. */
function copyOfSources(target: string): string {
  mkdirSync(target);
  const files = ["package.json", "package-lock.json", "tsconfig.json", "LICENSE"];
  for (const name of ["src", "scripts", "executables", ...files])
    cpSync(join(root, name), join(target, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(target, "node_modules"));
  return target;
}

/** By the bundler's own record. */
function packagesIn({ outputs }: Metafile): string[] {
  const found = new Set<string>();
  for (const { inputs } of Object.values(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [, scopeOrName = "", name = ""] = file.slice(file.lastIndexOf("node_modules/")).split("/");
      if (!file.includes("node_modules/") || bytesInOutput === 0) continue;
      found.add(`node_modules/${scopeOrName.startsWith("@") ? `${scopeOrName}/${name}` : scopeOrName}`);
    }
  return [...found];
}

const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);
const folderOf = (component: Component) => `node_modules/${nameOf(component)}`;
const contentOf = (file: string) => readFileSync(resolve(root, file));
const sha256 = (file: string) => createHash("sha256").update(contentOf(file)).digest("hex");

function isLocked(tree: Tree, component: Component): boolean {
  const [locked] = ["package-lock.json", "executables/package-lock.json"].flatMap((file) => {
    const { packages } = JSON.parse(readText(tree, file)) as {
      packages: Readonly<Record<string, { version: string; integrity: string }>>;
    };
    return packages[folderOf(component)] ?? [];
  });
  const [{ alg, content } = { alg: "", content: "" }] = component.hashes;
  return (
    locked?.version === component.version &&
    component.purl.endsWith(`@${component.version}`) &&
    alg === "SHA-512" &&
    locked.integrity === `sha512-${Buffer.from(content, "hex").toString("base64")}`
  );
}

/** What the validator of those who wrote the format objects to. */
async function officialProblems({ name, text }: Bill): Promise<string[]> {
  const environment = `${toolPath("cyclonedx-npm")}-environment`;
  if (!existsSync(environment)) throw new Error("There is no cyclonedx-npm. Run: npm run tools");
  const { Validation } = createRequire(join(environment, "package.json"))("@cyclonedx/cyclonedx-library") as {
    Validation: {
      JsonStrictValidator: new (version: string) => { validate(text: string): Promise<object[] | null> };
    };
  };
  const errors = await new Validation.JsonStrictValidator("1.6").validate(text);
  return (errors ?? []).map((error) => `${name}: ${JSON.stringify(error)}`);
}
