import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Order, Sandbox } from "certorder/sandbox";
import { toolPath } from "../../scripts/tool-folder.ts";
import { Workspace } from "../../src/plugin/testing/index.ts";
import type { Stage } from "./stage.ts";

const root = join(import.meta.dirname, "..", "..");
const cli = [process.execPath, join(root, "build", "cli", "main.js")];

/** An order that nothing else in the demo touches: what a command did to an order, a plan would find in the journal. */
export const declaredOrder: Order = {
  id: "order-declared",
  product: "ssl",
  commonName: "www.example.com",
  dnsNames: ["www.example.com", "example.com"],
};

const configuration = `terraform {
  required_providers {
    certorder = { source = "certorder/certorder" }
  }
}

resource "certorder_reissue" "site" {
  order_id    = "${declaredOrder.id}"
  sign_hash   = "sha256"
  common_name = "www.example.com"
  dns_names   = ["www.example.com", "example.com"]
  csr         = file("${join(root, "examples", "site.csr")}")
}
`;

/** Declares a reissue as infrastructure: with the real program where there is one, else as its protocol would. */
export async function showProvider(
  stage: Stage,
  sandbox: Sandbox,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<void> {
  const before = sandbox.ledger.length;
  const program = findProgram();
  if (program) await withProgram(stage, program, env, join(folder, "terraform"));
  else await withProtocol(stage, env);
  stage.expect(sandbox.ledger.length === before + 1, "the provider did not reissue exactly once");
}

function findProgram(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = ["tofu", "terraform"].flatMap((name) => folders.map((path) => join(path, name)));
  return [...candidates, toolPath("tofu")].find((path) => existsSync(path));
}

async function withProgram(
  stage: Stage,
  program: string,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<void> {
  const mirror = join(folder, "mirror");
  const rc = join(folder, "rc");
  const file = join(folder, "main.tf");
  mkdirSync(folder);
  writeFileSync(rc, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
  const name = program.endsWith("terraform") ? "terraform" : "tofu";
  const options = {
    exit: 0,
    cwd: folder,
    env: {
      ...env,
      PATH: [dirname(process.execPath), dirname(program), process.env.PATH].join(delimiter),
      TF_CLI_CONFIG_FILE: rc,
      TF_IN_AUTOMATION: "1",
      TF_CLI_ARGS: "-no-color",
    },
  };
  const terraform = (args: readonly string[], ...show: RegExp[]) =>
    stage.run({ shown: [name, ...args].join(" "), program: [program, ...args], show, ...options });
  const apply = ["apply", "-auto-approve"];

  stage.step('The same as infrastructure: resource "certorder_reissue" "site".');
  writeFileSync(file, configuration);
  await stage.run({
    shown: "certorder provider install",
    program: [...cli, "provider", "install", "--dir", mirror],
    ...options,
  });
  await terraform(["init"]);
  await terraform(apply, /This plan reissues order \S+/, /Apply complete! .*/);

  stage.step("The change is reverted and merged again: the certificate is adopted, not reissued.");
  writeFileSync(file, configuration.slice(0, configuration.indexOf("resource")));
  await terraform(apply, /Apply complete! .*/);
  writeFileSync(file, configuration);
  await terraform(apply, /Order \S+ is adopted without a reissue/, /Apply complete! .*/);
  await terraform(["plan", "-detailed-exitcode"], /No changes\./);
}

async function withProtocol(stage: Stage, env: NodeJS.ProcessEnv): Promise<void> {
  stage.step("The same as infrastructure.");
  stage.line("Neither tofu nor terraform is here, so the provider is driven through its protocol alone.");
  const workspace = await Workspace.open({
    command: [process.execPath, join(root, "src", "provider", "main.ts")],
    environment: env,
  });
  const site = workspace.resource("certorder_reissue");
  const wanted = {
    order_id: declaredOrder.id,
    sign_hash: "sha256",
    common_name: "www.example.com",
    dns_names: ["example.com", "www.example.com"],
    csr: readFileSync(join(root, "examples", "site.csr"), "utf8"),
  };
  const { state } = await site.apply(wanted);
  stage.line(`✓ created: certificate ${String(state?.certificate_id)}; the second plan is empty`);

  stage.step("The change is reverted and merged again: the certificate is adopted, not reissued.");
  await site.destroy();
  const again = await site.apply(wanted);
  stage.line(`✓ adopted: certificate ${String(again.state?.certificate_id)}; nothing was sent`);
  await workspace.close();
}
