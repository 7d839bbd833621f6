import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { completionScripts } from "../completion.ts";

const scripts: Readonly<Record<string, string>> = completionScripts;
const shells = Object.keys(completionScripts);

export const command = defineCommand({
  operands: "bash|zsh|fish|powershell",
  choices: () => shells,
  examples: [
    "source <(certorder completion bash)",
    "certorder completion fish > ~/.config/fish/completions/certorder.fish",
  ],

  async run({ operands: [shell] }) {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (script === undefined)
      throw new UsageError("There is no script for this shell.", `Give one of ${shells.join(", ")}.`);
    return { json: { shell, script }, lines: script.trimEnd().split("\n") };
  },
});
