import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly license: string;
  readonly dev?: boolean;
  /** A folder of this repository, which only what is installed here needs. */
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface Product {
  readonly type: "application" | "library";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  /** Of the file that people get, where there is one. */
  readonly sha256?: string;
}

type Packages = Readonly<Record<string, Locked>>;
const readLock = (...folder: string[]) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "..", ...folder, "package-lock.json"), "utf8")) as {
    packages: Packages;
  };
const lock = readLock();
/** What there is to bundle, and the runtimes of executables. */
const locked: Packages = { ...readLock("executables").packages, ...lock.packages };

/**
 * What a product contains, in CycloneDX. Versions, hashes and licences are those of the lock file. It carries neither a time nor a
 * random number: the same sources give the same bytes.
 */
export function billOfMaterials(product: Product, folders: readonly string[]): string {
  const { sha256, ...main } = product;
  const components = folders.map((folder) => component(folder));
  const inIt = (names: readonly string[]) =>
    components.filter(({ fullName }) => names.includes(fullName)).map(({ purl }) => purl);
  const { dependencies, devDependencies } = lock.packages[""] ?? {};
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        "bom-ref": main.purl,
        ...main,
        licenses: [{ license: { id: "MPL-2.0" } }],
        ...(sha256 && { hashes: [{ alg: "SHA-256", content: sha256 }] }),
      },
    },
    components: components.map(({ listed }) => listed),
    dependencies: [
      { ref: main.purl, dependsOn: inIt(Object.keys({ ...dependencies, ...devDependencies })) },
      ...components.map(({ purl, uses }) => ({ ref: purl, dependsOn: inIt(uses) })),
    ],
    compositions: [{ aggregate: "complete", assemblies: [main.purl], dependencies: [main.purl] }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** A package by its folder, which is its name in the lock file. */
function component(folder: string) {
  const entry = locked[folder];
  if (entry === undefined) throw new Error(`The lock file does not know ${folder}.`);
  const fullName = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  const [name = "", group] = fullName.split("/").reverse();
  const purl = `pkg:npm/${fullName.replace("@", "%40")}@${entry.version}`;
  const [algorithm, digest = ""] = entry.integrity.split("-");
  if (algorithm !== "sha512") throw new Error(`${folder} is locked by ${algorithm}, not by sha512.`);
  return {
    fullName,
    purl,
    uses: Object.keys(entry.dependencies ?? {}),
    listed: {
      type: "library",
      "bom-ref": purl,
      ...(group && { group }),
      name,
      version: entry.version,
      hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
      licenses: [{ license: { id: entry.license } }],
      purl,
    },
  };
}

/** The packages that npm installs where ours is installed. */
export function runtimePackages(): string[] {
  return Object.entries(lock.packages).flatMap(([folder, { dev, link }]) =>
    folder === "" || dev || link ? [] : [folder],
  );
}
