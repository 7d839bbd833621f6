import { constants } from "node:fs";
import { chmod, copyFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { InputProblem } from "../../contract/index.ts";
import { version } from "../../version.ts";
import { defineCommand } from "../command.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { nodeRecord } from "../launchers.ts";
import { showWhileWaiting } from "../progress.ts";
import {
  type ProviderFile,
  type ProviderPackage,
  providerFolder,
  providerPackage,
} from "../provider-files.ts";
import { platform, providerExecutable, providerSource } from "../provider-names.ts";
import { tryToStart } from "../provider-start.ts";
import { checkedHost, registryHosts } from "../registry-hosts.ts";
import { makeFolder, modes, putInto, refuseUnsafe } from "../safe-folders.ts";

/** Where both programs look for providers by themselves. */
export function userMirror(system: NodeJS.Platform, { APPDATA }: NodeJS.ProcessEnv): string {
  return system === "win32" && APPDATA
    ? join(APPDATA, "terraform.d", "plugins")
    : join(homedir(), ".terraform.d", "plugins");
}

export const command = defineCommand({
  details: "Then init finds it without a network.",
  flags: {
    dir: {
      kind: "value",
      value: "PATH",
      doc: "The mirror's folder. Default: .terraform.d/plugins in the home folder (on Windows terraform.d\\plugins in %APPDATA%), where both programs look by themselves.",
    },
    host: {
      kind: "list",
      value: "NAME",
      doc: "Registry for which to install. Default: the registries that tofu and terraform on the PATH use.",
    },
    dev: {
      kind: "switch",
      doc: "Install nothing; print the lines for a CLI configuration that takes the provider from where it was built.",
    },
  },
  unfinished: "The provider may not be installed.",
  examples: [
    "certorder provider install",
    "certorder provider install --dir ./mirror",
    "certorder provider install --dev",
  ],

  async run({ flags, output, env }) {
    if (flags.dev) {
      const source = await providerFolder();
      const lines = [
        "provider_installation {",
        "  dev_overrides {",
        `    "${providerSource}" = ${JSON.stringify(source)}`,
        "  }",
        "  direct {}",
        "}",
      ];
      return { json: { devOverrides: { [providerSource]: source } }, lines };
    }

    const { files, node, outdated } = await providerPackage();
    const hosts =
      flags.host?.map(checkedHost) ?? (await showWhileWaiting("tofu and terraform", registryHosts()));
    if (hosts.length === 0)
      throw new UsageError(
        "The registry is not known: neither tofu nor terraform is on the PATH.",
        "Name the registry with --host, or put one of them on the PATH.",
      );
    const mirror = resolve(flags.dir ?? userMirror(process.platform, env));
    const folders = hosts.map((host) => join(mirror, host, providerSource, version, platform()));
    const record = resolve(nodeRecord(env));
    const recorded = dirname(record);
    // Nothing is written if one of the two is refused.
    await putInto(mirror, provider, () => refuseUnsafe(mirror, provider));
    if (node !== undefined)
      await putInto(recorded, nodePath, () => refuseUnsafe(dirname(recorded), nodePath));
    for (const folder of folders) await putInto(folder, provider, () => install(files, folder, mirror));
    if (node !== undefined) await putInto(recorded, nodePath, () => recordNode(node, record));
    if (outdated !== undefined) output.warning(outdatedProblem(outdated));
    const problem = await tryToStart(join(folders[0] ?? "", providerExecutable));
    if (problem !== undefined)
      throw new CommandError(
        "provider_not_started",
        `The provider was installed, but does not start: ${problem}`,
        "Install it on a file system from which programs may run, with --dir.",
      );
    const configured = await configuredElsewhere(mirror, env);
    const runs = node === undefined ? "an executable" : `run by ${node}`;
    const isFoundByItself = flags.dir === undefined && configured === undefined;
    return {
      json: { mirror, folders, version, node: node ?? null },
      lines: [
        ...folders.map((folder) => `${output.style("green", "✓ installed")} ${folder} (${runs})`),
        ...(isFoundByItself ? [] : mirrorConfiguration(mirror, configured)),
      ],
    };
  },
});

function mirrorConfiguration(mirror: string, configured: string | undefined): string[] {
  const where = configured === undefined ? "" : ` (${configured}), which has other places for providers`;
  return `
In the CLI configuration${where}:

provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["${providerSource}"]
  }
  direct {
    exclude = ["${providerSource}"]
  }
}`.split("\n");
}

const provider = { what: "The provider", setting: "--dir" };
const nodePath = {
  what: "The path of the Node that runs the provider",
  setting: "XDG_DATA_HOME (set it for Terraform too)",
};

/**
 * A provider that starts meanwhile reads the old record or the new one, never half of one. The file is always a new
 * one: another user may have an old one open.
 */
async function recordNode(node: string, file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await makeFolder(dirname(file), dirname(dirname(file)));
  await refuseUnsafe(dirname(file), nodePath);
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${node}\n`, { flag: "wx" });
  await chmod(unfinished, modes.file);
  await rename(unfinished, file);
}

/** The CLI configuration that tells both programs to look for providers elsewhere than in the mirror. */
async function configuredElsewhere(mirror: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const named = env.TF_CLI_CONFIG_FILE;
  const files = named ? [named] : [".tofurc", ".terraformrc"].map((name) => join(homedir(), name));
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(() => "");
    if (/^\s*provider_installation\b/m.test(text) && !text.includes(mirror)) return file;
  }
  return undefined;
}

function outdatedProblem(outdated: NonNullable<ProviderPackage["outdated"]>): InputProblem {
  const [message, remedy] =
    outdated === "executable"
      ? ["The executable in release is older than the sources: the scripts were installed.", buildExecutable]
      : ["The build is older than the sources.", "To install what the sources say, run: npm run build"];
  return new InputProblem("build", "outdated", message, remedy, { severity: "warning" });
}

const buildExecutable = "To build it again, run: npm run build:executables -- here";

/**
 * Copies the files to a work folder, then moves them into place. A core that runs now keeps the program that it
 * started, and an installation that is killed leaves no incomplete provider.
 */
async function install(files: readonly ProviderFile[], folder: string, mirror: string): Promise<void> {
  await makeFolder(dirname(folder), mirror);
  await refuseUnsafe(dirname(folder), provider);
  await removeLeftovers(mirror);
  const work = await mkdtemp(join(mirror, workPrefix));
  const fresh = join(work, "new");
  for (const file of files) {
    const path = join(fresh, file.name);
    await makeFolder(dirname(path), work);
    if ("text" in file) await writeFile(path, file.text);
    else await copyFile(file.from, path, constants.COPYFILE_FICLONE);
    await chmod(path, (await isProgram(file)) ? modes.program : modes.file);
  }
  for (let time = 1; !(await replaceFolder(folder, fresh, join(work, `old-${time}`))); time++)
    if (time === mostRivals) throw new Error(`Other installations keep writing to ${folder}.`);
  await rm(work, { recursive: true });
}

/** On Linux, the folder `lib` has programs, too: the executable and its loader. */
async function isProgram(file: ProviderFile): Promise<boolean> {
  return file.name === providerExecutable || ("from" in file && ((await stat(file.from)).mode & 0o100) !== 0);
}

const mostRivals = 20;

/** False: another installation put its files there in between. */
async function replaceFolder(folder: string, fresh: string, old: string): Promise<boolean> {
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return rename(fresh, folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return false;
      throw error;
    },
  );
}

const workPrefix = ".certorder-";
/** Longer than any copy takes. */
const leftAfterMs = 3_600_000;

/** Removes the files of installations that were killed. */
async function removeLeftovers(mirror: string): Promise<void> {
  for (const name of await readdir(mirror)) {
    if (!name.startsWith(workPrefix)) continue;
    const folder = join(mirror, name);
    // Another installation may have removed its own by now.
    const mtimeMs = (await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - mtimeMs > leftAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
