import { commit, isExecutable, runtime, version } from "../../version.ts";
import type { CommandDefinition } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { platform } from "../provider-files.ts";

export const command: CommandDefinition = {
  flags: {},
  examples: ["certorder version --json"],

  async run({ output }) {
    const build = isExecutable ? "executable" : "package";
    await output.result({ version, build, commit: commit ?? null, runtime, platform: platform() }, [
      `certorder ${version} (${build}${commit === undefined ? "" : ` of ${commit}`}, ${runtime}, ${platform()})`,
    ]);
    return exitCodes.ok;
  },
};
