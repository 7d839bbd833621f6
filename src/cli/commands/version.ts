import { commit, isExecutable, runtime, version } from "../../version.ts";
import { defineCommand } from "../command.ts";
import { platform } from "../provider-names.ts";

export const command = defineCommand({
  examples: ["certorder version --json"],

  async run() {
    const build = isExecutable ? "executable" : "package";
    const origin = commit === undefined ? build : `${build} of ${commit}`;
    return {
      json: { version, build, commit: commit ?? null, runtime, platform: platform() },
      lines: [`certorder ${version} (${origin}, ${runtime}, ${platform()})`],
    };
  },
});
