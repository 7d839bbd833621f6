import { type Check, readText, type Tree } from "./check.ts";

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
  readonly peerDependencies: Versions;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  /** It lies in the archive of the package in whose folder it is, and that archive's hash is its hash. */
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

const [manifestPath, lockPath] = ["package.json", "package-lock.json"];
/** Where the entry of a package begins, for sabotages. */
const undici = '"node_modules/undici": {';
const manifestOf = (tree: Tree) => JSON.parse(readText(tree, manifestPath)) as Manifest;
const packagesOf = (tree: Tree) =>
  (JSON.parse(readText(tree, lockPath)) as { packages: Readonly<Record<string, Locked>> }).packages;
const others = (tree: Tree) => Object.entries(packagesOf(tree)).filter(([folder]) => folder !== "");

/** The list of the Nodes that the project brings, which is a folder of its own; they themselves are packages like others. */
const isOurs = (folder: string) => folder === "node_modules/certorder-node" || folder === "scripts/node";

/** Versions of a package of the registry, maybe under another name; not an address of it. */
const isRange = (wanted: string) => /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?[^/:]*$/.test(wanted);

/** All that npm installs where ours is installed, whatever the lock file says about who needs it. */
export function installedWithUs(tree: Tree): string[] {
  const packages = packagesOf(tree);
  const found = new Set<string>();
  const wanted = Object.keys(manifestOf(tree).dependencies);
  for (const name of wanted) {
    const folder = `node_modules/${name}`;
    if (found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    wanted.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return [...found];
}

export const lockChecks: readonly Check[] = [
  {
    what: "runtime packages with install scripts",
    problems: (tree) =>
      installedWithUs(tree).filter((folder) => packagesOf(tree)[folder]?.hasInstallScript !== undefined),
    sabotage: [lockPath, undici, `${undici} "hasInstallScript": true,`],
  },
  {
    what: "install scripts that may run",
    problems: (tree) => [
      ...Object.entries(manifestOf(tree).allowScripts).flatMap(([name, may]) =>
        may ? [`${manifestPath}: ${name}`] : [],
      ),
      ...(/^strict-allow-scripts=true$/m.test(readText(tree, ".npmrc"))
        ? []
        : [".npmrc: npm only warns of others"]),
    ],
    sabotage: [manifestPath, '"esbuild": false', '"esbuild": true'],
  },
  {
    what: "packages without integrity",
    problems: (tree) =>
      others(tree).flatMap(([folder, { integrity = "", inBundle }]) => {
        const isBundled = inBundle && folder.lastIndexOf("/node_modules/") > 0;
        return isBundled || isOurs(folder) || /^sha512-[\w+/]{86}==$/.test(integrity)
          ? []
          : [`${lockPath}: ${folder}`];
      }),
    sabotage: [lockPath, '"integrity": "sha512-', '"integrity": "sha1-'],
  },
  {
    what: "packages from git, files or other addresses",
    problems: (tree) =>
      others(tree).flatMap(([folder, { version = "", resolved, link, dependencies }]) => {
        if (isOurs(folder)) return [];
        const isItself = /^\d+\.\d+\.\d+[\w.+-]*$/.test(version) && resolved === undefined && !link;
        return isItself && Object.values(dependencies ?? {}).every(isRange) ? [] : [`${lockPath}: ${folder}`];
      }),
    sabotage: [lockPath, undici, `${undici} "resolved": "git+ssh://host/x.git",`],
  },
  {
    what: "dependencies without an exact version",
    problems: (tree) => {
      const { dependencies, devDependencies } = manifestOf(tree);
      return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) =>
        /^\d+\.\d+\.\d+$/.test(version) || isOurs(`node_modules/${name}`)
          ? []
          : [`${manifestPath}: ${name} ${version}`],
      );
    },
    sabotage: [manifestPath, '"undici": "8', '"undici": "^8'],
  },
  {
    // npm ci refuses other versions than those of the lock. It does not compare the ranges of peers.
    what: "differences between package.json and its lock",
    problems: (tree) => {
      const manifest = manifestOf(tree);
      const repeated = packagesOf(tree)[""] as Partial<Manifest> | undefined;
      return (["dependencies", "devDependencies", "peerDependencies"] as const)
        .filter((section) => JSON.stringify(repeated?.[section]) !== JSON.stringify(manifest[section]))
        .map((section) => `${lockPath}: ${section}`);
    },
    sabotage: [manifestPath, '"constructs": "^10', '"constructs": "^11'],
  },
];
