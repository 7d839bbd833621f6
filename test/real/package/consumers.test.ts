import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Framework, frameworks } from "../../../scripts/build-constructs.ts";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { npmEnvironment, startRegistry } from "../../harness/registry.ts";

// Projects as people have them, with nothing in common with this one: installed by their package manager, compiled by their
// compiler, tested by jest.

const root = join(import.meta.dirname, "..", "..", "..");
const jestModules = join(dirname(toolPath("jest")), "jest-environment", "node_modules");
const compilers = { 5: join(jestModules, "typescript"), 7: join(root, "node_modules", "typescript") };

let registry: string;
beforeAll(async () => {
  registry = await startRegistry(join(root, "node_modules"), jestModules);
});

/** A project in a home of its own. */
class Project {
  readonly folder = join(newFolder("certorder-consumer-"), "project");
  readonly #env: NodeJS.ProcessEnv;

  constructor(files: Readonly<Record<string, string | object>>) {
    mkdirSync(this.folder);
    this.write({
      "package.json": { name: "consumer", version: "1.0.0", private: true },
      ".npmrc": `registry=${registry}\n`,
      ...files,
    });
    const home = dirname(this.folder);
    this.#env = {
      HOME: home,
      TMPDIR: home,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      CHECKPOINT_DISABLE: "1",
      ...npmEnvironment(registry, home),
      YARN_NPM_REGISTRY_SERVER: registry,
      YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
      YARN_ENABLE_TELEMETRY: "0",
    };
  }

  write(files: Readonly<Record<string, string | object>>): void {
    for (const [name, content] of Object.entries(files))
      writeFileSync(
        join(this.folder, name),
        typeof content === "string" ? content : JSON.stringify(content, undefined, 2),
      );
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  /** What the framework made of the stack. */
  synthesized() {
    return JSON.parse(this.read(join("out", "stacks", "site", "cdk.tf.json")));
  }

  /** All that a program shows; it has to succeed. */
  run(file: string, ...args: string[]): Promise<string> {
    return new Promise((resolve, reject) =>
      execFile(file, args, { cwd: this.folder, env: this.#env }, (error, stdout, stderr) =>
        error ? reject(new Error(`${file} ${args.join(" ")}\n${stdout}${stderr}`)) : resolve(stdout + stderr),
      ),
    );
  }
}

const app = (framework: Framework) => `
import { App, TerraformIterator, TerraformOutput, TerraformStack } from "${framework}";
import { bindings, CallbackCheck, type CertificateReissueOptions, CertificateReissue, type CertificateReissueProps, CertOrderProvider } from "certorder/${framework}";
import { type Sandbox, startSandbox } from "certorder/sandbox";

const app = new App({ outdir: "./out" });
const stack = new TerraformStack(app, "site");
const provider = new CertOrderProvider(stack, "certorder", { credentials: "variables", alias: undefined });
const names: readonly string[] = ["www.example.com"];
const props: CertificateReissueProps = {
  orderId: "order-1",
  signHash: "sha256",
  commonName: undefined,
  dnsNames: names,
  triggers: { a: "b" },
  acknowledge: { droppedNames: names },
  provider,
};
const www = new CertificateReissue(stack, "www", props);
new CallbackCheck(stack, "gate", { mode: "gate", provider }).runsBefore(www);
const id: string = www.certificateId;
// A library of their own.
interface SiteProps extends Omit<CertificateReissueOptions, "signHash"> { readonly team: string }
class Site extends CertificateReissue {
  constructor(scope: TerraformStack, name: string, { team, ...more }: SiteProps) {
    super(scope, name, { signHash: "sha384", triggers: { team }, ...more });
  }
}
class Gate extends CallbackCheck {}
const gate: Gate = new Gate(stack, "own").runsBefore(new Site(stack, "own-site", { orderId: "order-3", team: "a" }));
const tested: string = gate.testedAt;
const each = TerraformIterator.fromList([tested]);
new CertificateReissue(stack, "each", { forEach: each, orderId: each.value, signHash: "sha256" });
new TerraformOutput(stack, "id", { value: id });
www.resource.addOverride("lifecycle.prevent_destroy", true);
new bindings.Reissue(stack, "bare", { orderId: "order-2", signHash: "sha256" });
app.synth();
startSandbox({ httpsPort: false }).then((sandbox: Sandbox) => sandbox.close()).then(() => console.log("closed"));
`;

/** Mistakes that the types have to refuse. */
const mistakes = `
// @ts-expect-error count excludes forEach
new CertificateReissue(stack, "both", { orderId: "o", signHash: "sha256", count: 2, forEach: TerraformIterator.fromList([]) });
// @ts-expect-error nothing can wait for a check block
new CallbackCheck(stack, "block", { mode: "check" }).runsBefore(www);
// @ts-expect-error a gate has no verdict
export const verdict: string[] = [new CallbackCheck(stack, "no-verdict").verdict.length];
// @ts-expect-error a check block has no triggers
new CallbackCheck(stack, "triggers", { mode: "check", triggers: {} });
// @ts-expect-error an import names one object
CertificateReissue.importExisting(stack, "many", { orderId: "o", signHash: "sha256", certificateId: "c", count: 2 });
// @ts-expect-error orderId is required
export const incomplete: CertificateReissueProps = { signHash: "sha256" };
// @ts-expect-error there are only three modes
new CallbackCheck(stack, "wrong", { mode: "sometimes" });
// @ts-expect-error a misspelled prop
new CertificateReissue(stack, "typo", { orderId: "o", signhash: "sha256" });
`;

/** The strictest options that people compile with. */
const strictest = [
  ...["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noImplicitOverride"],
  ...["--erasableSyntaxOnly", "--skipLibCheck", "false", "--target", "es2022", "--types", "node"],
];

/** How a project may say what its modules are: options of the compiler, and how the file ends. */
const modules = [
  { module: "commonjs", resolution: "node10", ending: ".ts", versions: [5] },
  { module: "node16", resolution: "node16", ending: ".cts", versions: [5, 7] },
  { module: "node16", resolution: "node16", ending: ".mts", versions: [5, 7] },
  { module: "nodenext", resolution: "nodenext", ending: ".cts", versions: [5, 7] },
  { module: "nodenext", resolution: "nodenext", ending: ".mts", versions: [5, 7] },
  { module: "esnext", resolution: "bundler", ending: ".mts", versions: [5, 7] },
] as const;

describe.each(frameworks)("A project with %s", (framework) => {
  test("compiles with every compiler and way to find modules, and runs", async () => {
    const project = new Project({});
    await project.run("npm", "install", "certorder", framework, "constructs", "@types/node@22.19.0");
    for (const { module, resolution, ending, versions } of modules)
      for (const version of versions) {
        const files = [`app${ending}`, `wrong${ending}`] as const;
        project.write({ [files[0]]: app(framework), [files[1]]: app(framework) + mistakes });
        const tsc = join(compilers[version], "bin", "tsc");
        const options = [...strictest, "--module", module, "--moduleResolution", resolution];
        const shown = await project.run(process.execPath, tsc, ...options, ...files);
        expect(shown, `TypeScript ${version}, ${resolution}, ${ending}`).toBe("");
        const compiled = `app${ending.replace("t", "j").replace(".ts", ".js")}`;
        const isCommonJs = ending !== ".mts";
        if (isCommonJs) expect(project.read(compiled)).toContain(`require("certorder/${framework}")`);
        // As in jest: a loader that knows no ES modules.
        const needs = isCommonJs ? ["--no-experimental-require-module"] : [];
        expect(await project.run(process.execPath, ...needs, compiled)).toContain("closed");
        const { resource, variable } = project.synthesized();
        expect(resource.certorder_reissue.www.depends_on).toEqual(["certorder_callback_check.gate"]);
        expect(Object.keys(variable)).toHaveLength(3);
      }
  });

  test("tests its stack, beside a sandbox, in jest as the framework sets it up", async () => {
    const lenient = { strict: true, esModuleInterop: true, skipLibCheck: true };
    const project = new Project({
      "tsconfig.json": {
        compilerOptions: {
          target: "ES2018",
          module: "CommonJS",
          lib: ["es2018"],
          ...lenient,
          types: ["jest", "node"],
        },
      },
      "jest.config.js": 'module.exports = { preset: "ts-jest", testEnvironment: "node" };',
      "main.test.ts": `
        import "${framework}/lib/testing/adapters/jest";
        import { Testing } from "${framework}";
        import { CertificateReissue, CertOrderProvider } from "certorder/${framework}";
        import { startSandbox } from "certorder/sandbox";
        Testing.setupJest();

        test("The stack has a reissue", () => {
          const text = Testing.synthScope((scope) => {
            new CertOrderProvider(scope, "certorder");
            new CertificateReissue(scope, "www", { orderId: "order-1", signHash: "sha256" });
          });
          expect(text).toHaveResource(CertificateReissue);
          expect(text).toHaveResourceWithProperties(CertificateReissue, { order_id: "order-1" });
        });

        test("there is a sandbox", async () => {
          const sandbox = await startSandbox({ httpsPort: false });
          expect(sandbox.ledger).toEqual([]);
          await sandbox.close();
        });`,
    });
    const tools = ["jest", "ts-jest", "typescript@5.9.3", "@types/jest", "@types/node@22.19.0"];
    await project.run("npm", "install", "certorder", framework, "constructs", ...tools);
    expect(await project.run("npx", "jest")).toContain("Tests:       2 passed, 2 total");
  });

  const program = {
    "app.cjs": `
      const { App, TerraformStack } = require("${framework}");
      const { CertificateReissue, CertOrderProvider } = require("certorder/${framework}");
      require("certorder/sandbox");
      const app = new App({ outdir: "./out" });
      const stack = new TerraformStack(app, "site");
      new CertOrderProvider(stack, "certorder");
      new CertificateReissue(stack, "www", { orderId: "order-1", signHash: "sha256" });
      app.synth();
      console.log("synthesized");`,
    "app.mjs": `import "certorder"; import "certorder/receiver"; import "./app.cjs";`,
  };

  const [yarn, pnpm] = [toolPath("yarn"), toolPath("pnpm")];
  // Yarn has codes for peers that are missing, or are not what was asked for.
  test.each([
    ["npm", ["npm", "install"], [process.execPath], /peer|warn/i],
    ["pnpm", [pnpm, "add"], [process.execPath], /peer|warn/i],
    ["Yarn with pnp", [yarn, "add"], [yarn, "node"], /YN0002|YN0060|YN0086/],
    ["Yarn with node-modules", [yarn, "add"], [yarn, "node"], /YN0002|YN0060|YN0086/],
  ] as const)(
    "is installed by %s without a word about peers",
    async (name, [manager, add], node, objections) => {
      const settings = { ".yarnrc.yml": `nodeLinker: ${name.split(" ").at(-1)}\n`, "yarn.lock": "" };
      const project = new Project({ ...program, ...(manager === yarn && settings) });
      const shown = await project.run(manager, add, "certorder", framework, "constructs");
      expect(shown).not.toMatch(objections);
      for (const file of ["app.cjs", "app.mjs"])
        expect(await project.run(node[0], ...node.slice(1), file)).toContain("synthesized");
    },
  );
});

test("A project that keeps the name cdktf for cdktn installs, and synthesizes", async () => {
  const project = new Project({
    "app.cjs": `
      const { App, TerraformStack } = require("cdktf");
      const { CallbackCheck, CertificateReissue, CertOrderProvider } = require("certorder/cdktf");
      const app = new App({ outdir: "./out" });
      const stack = new TerraformStack(app, "site");
      new CertOrderProvider(stack, "certorder");
      new CallbackCheck(stack, "gate").runsBefore(stack);
      new CertificateReissue(stack, "www", { orderId: "order-1", signHash: "sha256" });
      app.synth();`,
  });
  await project.run("npm", "install", "certorder", "cdktf@npm:cdktn@^0.24.0", "constructs");
  await project.run(process.execPath, "app.cjs");
  const { resource } = project.synthesized();
  expect(resource.certorder_reissue.www.require_callback).toBe(true);
});

test("An editor documents every prop of the constructs", async () => {
  const ts = createRequire(import.meta.url)(compilers[5]);
  const file = join(root, "build", "cdktn", "index.d.ts");
  const program = ts.createProgram([file], { strict: true, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
  const documented = new Map<string, boolean>();
  for (const symbol of exported) {
    if (!/(?:Props|Options|Certificate|Losses|File)$/.test(symbol.name)) continue;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    for (const part of type.isUnion() ? type.types : [type])
      for (const prop of checker.getPropertiesOfType(part)) {
        const isExcluded = checker.typeToString(checker.getTypeOfSymbol(prop)) === "undefined";
        const text = ts.displayPartsToString(prop.getDocumentationComment(checker));
        if (!isExcluded) documented.set(`${symbol.name}.${prop.name}`, text !== "");
      }
  }
  expect(documented.size).toBeGreaterThan(100);
  expect([...documented].filter(([, has]) => !has)).toEqual([]);
});
