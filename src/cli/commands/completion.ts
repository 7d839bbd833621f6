import type { CommandDefinition } from "../command.ts";
import { UsageError } from "../command.ts";
import { completionScript, type Shell, shells } from "../completion.ts";
import { exitCodes } from "../exit-code.ts";

export const command: CommandDefinition = {
  operands: shells.join("|"),
  choices: () => shells,
  flags: {},
  examples: [
    "source <(certorder completion bash)",
    "certorder completion fish > ~/.config/fish/completions/certorder.fish",
  ],

  async run({ operands, output, commands }) {
    const [shell, ...surplus] = operands;
    if (!shells.includes(shell as Shell) || surplus.length > 0)
      throw new UsageError("The command needs exactly one shell.", `Give one of ${shells.join(", ")}.`);
    const script = await completionScript(shell as Shell, commands);
    await output.result({ shell, script }, script.trimEnd().split("\n"));
    return exitCodes.ok;
  },
};
