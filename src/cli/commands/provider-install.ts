import { chmod, cp, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Issue } from "../../contract/index.ts";
import { version } from "../../version.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { problemOfNodeOnPath } from "../node-on-path.ts";
import {
  platform,
  providerExecutable,
  providerFiles,
  providerFolder,
  providerSource,
  registryHosts,
} from "../provider-files.ts";

export const command: Command = {
  name: "provider install",
  summary:
    "Put the Terraform and OpenTofu provider into a local mirror, so that init finds it without a network.",
  flags: {
    dir: {
      kind: "value",
      value: "PATH",
      doc: "The mirror's folder. Default: .terraform.d/plugins in the home folder, where both programs look by themselves.",
    },
    host: {
      kind: "list",
      value: "NAME",
      doc: "Registry for which to install. Default: those that tofu and terraform on the PATH have in mind.",
    },
    dev: {
      kind: "switch",
      doc: "Install nothing; print the lines for a CLI configuration that takes the provider from where it was built.",
    },
  },
  examples: [
    "certorder provider install",
    "certorder provider install --dir ./mirror",
    "certorder provider install --dev",
  ],

  async run({ given, output }) {
    const source = await providerFolder();
    if (given.dev === true) {
      const lines = [
        "provider_installation {",
        "  dev_overrides {",
        `    "${providerSource}" = ${JSON.stringify(source)}`,
        "  }",
        "  direct {}",
        "}",
      ];
      await output.result({ devOverrides: { [providerSource]: source } }, lines);
      return exitCodes.ok;
    }

    const hosts = (given.host as readonly string[] | undefined) ?? (await registryHosts());
    if (hosts.length === 0)
      throw new UsageError(
        "Neither tofu nor terraform is on the PATH to say which registry it has in mind.",
        "Name the registry with --host, or put one of them on the PATH.",
      );
    const mirror = resolve((given.dir as string | undefined) ?? join(homedir(), ".terraform.d", "plugins"));
    const folders = hosts.map((host) => join(mirror, host, providerSource, version, platform()));
    for (const folder of folders) await install(source, folder);
    const problem = await problemOfNodeOnPath();
    if (problem !== undefined) output.warning(nodeIssue(problem));
    await output.result({ mirror, folders, version }, [
      ...folders.map((folder) => `${output.style("green", "✓ installed")} ${folder}`),
      ...(given.dir === undefined
        ? []
        : [
            "",
            "In the CLI configuration:",
            "",
            "provider_installation {",
            "  filesystem_mirror {",
            `    path    = ${JSON.stringify(mirror)}`,
            `    include = ["${providerSource}"]`,
            "  }",
            "  direct {",
            `    exclude = ["${providerSource}"]`,
            "  }",
            "}",
          ]),
    ]);
    return exitCodes.ok;
  },
};

function nodeIssue(problem: string): Issue {
  const remedy = "Have tofu and terraform started where a newer one comes first.";
  return new Issue("node", "version", problem, remedy, { severity: "warning" });
}

async function install(source: string, folder: string): Promise<void> {
  for (const file of providerFiles) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(source, file), join(folder, file));
  }
  await chmod(join(folder, providerExecutable), 0o755);
}
