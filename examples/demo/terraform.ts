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
  mkdirSync(folder);
  writeFileSync(join(folder, "main.tf"), configuration);
  writeFileSync(rc, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
  const plain = process.stdout.isTTY ? [] : ["-no-color"];
  const name = program.endsWith("terraform") ? "terraform" : "tofu";
  const options = {
    exit: 0,
    cwd: folder,
    env: {
      ...env,
      PATH: [dirname(process.execPath), dirname(program), process.env.PATH].join(delimiter),
      TF_CLI_CONFIG_FILE: rc,
      TF_IN_AUTOMATION: "1",
    },
  };
  await stage.type("certorder", cli, ["provider", "install", "--dir", mirror], { ...options, quiet: true });
  await stage.type(name, [program], ["init"], { ...options, quiet: true });
  stage.say(
    `\n${configuration
      .slice(configuration.indexOf("resource"))
      .replace(/^(?=.)/gm, "  ")
      .replace(`${root}/`, "")}`,
  );
  const apply = ["apply", "-auto-approve", "-compact-warnings", ...plain];
  const isEmpty = () =>
    stage.type(name, [program], ["plan", "-detailed-exitcode", ...plain], { ...options, quiet: true });
  await stage.type(name, [program], apply, options);
  await isEmpty();
  stage.aside("0 says that the second plan is empty");

  stage.title("8. The change is reverted and merged again: the same request, which costs nothing");
  const file = join(folder, "main.tf");
  writeFileSync(file, configuration.slice(0, configuration.indexOf("resource")));
  await stage.type(name, [program], apply, { ...options, quiet: true });
  writeFileSync(file, configuration);
  const merged = await stage.type(name, [program], apply, options);
  stage.expect(merged.includes("adopted without a reissue"), "the certificate was not adopted");
  await isEmpty();
}

async function withProtocol(stage: Stage, env: NodeJS.ProcessEnv): Promise<void> {
  stage.aside("Neither tofu nor terraform is here, so the provider is driven through its protocol alone.");
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
  stage.say(`  created: certificate ${String(state?.certificate_id)}; the second plan is empty`);

  stage.title("8. The change is reverted and merged again: the same request, which costs nothing");
  await site.destroy();
  const again = await site.apply(wanted);
  stage.say(`  adopted: certificate ${String(again.state?.certificate_id)}; nothing was sent`);
  await workspace.close();
}
