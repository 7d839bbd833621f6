import { copyFileSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleConstructs, frameworks } from "../../../scripts/build-constructs.ts";
import type * as constructs from "../../../src/constructs/index.ts";
import { camelCase } from "../../../src/contract/index.ts";

// One suite for both frameworks: each test gets a framework and the constructs that were built for it just now.

const root = join(import.meta.dirname, "..", "..", "..");

export type Core = typeof import("cdktn");
export type Constructs = typeof constructs;
export type Stack = InstanceType<Core["TerraformStack"]>;

export interface Framework {
  readonly name: (typeof frameworks)[number];
  /** The framework itself. What both have is used of it. */
  readonly core: Core;
  readonly certorder: Constructs;
  /** A second copy of the constructs, as a library may bring one. */
  readonly copy: Constructs;
}

// A stack that imports asks this program for its version when it is validated, once for each import. This one is quick.
process.env.TERRAFORM_BINARY_NAME = "echo 1.6.0";

// As under the frameworks' command lines, which print warnings themselves.
process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS = "true";

/** Where they are built: a folder whose modules are the project's. */
export const folder = mkdtempSync(join(tmpdir(), "certorder-constructs-"));
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));

const require = createRequire(join(folder, "here.js"));

export const both: readonly Framework[] = await Promise.all(
  frameworks.map(async (name) => {
    const file = join(folder, `${name}.cjs`);
    await bundleConstructs(name, file);
    const copy = join(folder, `${name}-copy.cjs`);
    copyFileSync(file, copy);
    return {
      name,
      core: require(name) as Core,
      certorder: require(file) as Constructs,
      copy: require(copy) as Constructs,
    };
  }),
);

export const csr = readFileSync(join(root, "examples", "site.csr"), "utf8");

/** An app for cores with write-only arguments: CDK Terrain refuses `signKeyPin` for others. */
export function newApp(core: Framework["core"]) {
  return core.Testing.app({ context: { targetVersions: { terraform: ">=1.11.0", opentofu: ">=1.11.0" } } });
}

/** A stack with a provider, in an app of its own. */
export function newStack({ core, certorder }: Framework, name = "site"): Stack {
  const stack = new core.TerraformStack(newApp(core), name);
  new certorder.CertOrderProvider(stack, "certorder");
  return stack;
}

/** What Terraform gets to see. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it as they like
export type Synthesized = any;

export function synth({ core }: Framework, stack: Stack): Synthesized {
  return JSON.parse(core.Testing.synth(stack));
}

/** The arguments of a synthesized block, by the names of their props. */
export function asProps(block: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(block).map(([name, value]) => [camelCase(name), value]));
}

/** The problems that the framework finds when it validates, each as it shows them. */
export function problems(stack: Stack): string[] {
  try {
    stack.runAllValidations();
    return [];
  } catch (error) {
    // The list stands between a head line and a hint; each problem starts with the path of its construct.
    const lines = (error as Error).message.split("\n").map((line) => line.trim());
    return lines.filter((line) => line.startsWith("["));
  }
}

/** The warnings of the last validation, in the format of the errors. */
export function warnings(stack: Stack): string[] {
  return stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === "@cdktf/warn")
        .map(({ data }) => `[${node.path}] ${String(data)}`),
    );
}
