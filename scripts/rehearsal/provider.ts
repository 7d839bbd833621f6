import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { providerSource } from "../../src/cli/provider-names.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { version } from "../../src/version.ts";
import { atTheEnd } from "../../test/harness/at-the-end.ts";
import { terraform } from "../../test/harness/terraform/terraform.ts";
import { toolPath } from "../tool-folder.ts";
import { archives, startProviderRegistry } from "./provider-registry.ts";
import { Person } from "./run.ts";
import type { Stage } from "./stage.ts";

const root = join(import.meta.dirname, "..", "..");

/** The provider as cores install it: from a registry at the real address, and from mirrors. */
export const provider: Stage = {
  name: "provider",
  tries: "from a registry with signatures, a network mirror and a folder: init, plan, apply",
  tools: ["tofu"],
  async run(world) {
    const cores = [
      { program: toolPath("tofu"), host: "registry.opentofu.org", signed: /\(signed, key ID [0-9A-F]{16}\)/ },
      ...(terraform === undefined
        ? []
        : [
            {
              program: terraform,
              host: "registry.terraform.io",
              signed: /\(self-signed, key ID [0-9A-F]{16}\)/,
            },
          ]),
    ];
    for (const { program, host, signed } of cores) {
      const { server, registry, mirror: network } = await startProviderRegistry(world, host);
      const mirror = new Person();
      const folder = join(mirror.folder, "mirror");
      mkdirSync(join(folder, host, providerSource), { recursive: true });
      for (const { name, data } of archives(world))
        writeFileSync(join(folder, host, providerSource, name), data);
      const local = `provider_installation {
  filesystem_mirror { path = "${folder}" }
}`;
      await use(program, registry, server.authority, signed);
      for (const installation of [network, local]) await use(program, installation, server.authority);
    }
    return terraform === undefined ? ["Terraform: npm run tools -- terraform builds it"] : [];
  },
};

/** A person's first apply, and an empty plan after it. */
async function use(
  program: string,
  cliConfig: string,
  authority: string,
  shown: RegExp = /Installed /,
): Promise<void> {
  const sandbox = await startSandbox({ httpsPort: false });
  atTheEnd(() => sandbox.close());
  const person = new Person({
    SSL_CERT_FILE: authority,
    CERTORDER_BASE_URL: sandbox.url,
    CERTORDER_KEY_ID: sandbox.credentials.keyId,
    CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
  });
  person.env.CERTORDER_JOURNAL = join(person.home, "journal");
  person.env.TF_CLI_CONFIG_FILE = join(person.home, "cli.tfrc");
  writeFileSync(person.env.TF_CLI_CONFIG_FILE, cliConfig);
  writeFileSync(join(person.folder, "main.tf"), configuration);
  cpSync(join(root, "examples", "site.csr"), join(person.folder, "site.csr"));
  await person.shell(`'${program}' init -no-color`, shown);
  const lock = readFileSync(join(person.folder, ".terraform.lock.hcl"), "utf8");
  if (!new RegExp(`version += "${version}"[^}]+"(?:h1|zh):`).test(lock))
    throw new Error(`The lock file does not have the provider:\n${lock}`);
  await person.shell(`'${program}' init -no-color -lockfile=readonly`, "previously-installed");
  await person.shell(`'${program}' apply -no-color -auto-approve`, "Resources: 1 added");
  await person.shell(`'${program}' plan -no-color -detailed-exitcode`, "No changes");
  if (sandbox.ledger.length !== 1)
    throw new Error(`The sandbox has ${sandbox.ledger.length} reissues, not 1.`);
}

const configuration = `terraform {
  required_providers {
    certorder = {
      source  = "${providerSource}"
      version = "${version}"
    }
  }
}

resource "certorder_reissue" "www" {
  order_id    = "order-ssl-1"
  sign_hash   = "sha256"
  common_name = "www.example.com"
  dns_names   = ["www.example.com", "example.com"]
  csr         = file("site.csr")
}
`;
