import type { CommandDefinition } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { manualPage } from "../manual-page.ts";

export const command: CommandDefinition = {
  flags: {},
  examples: ["certorder man | man -l -", "certorder man > /usr/local/share/man/man1/certorder.1"],

  async run({ output, commands }) {
    const page = await manualPage(commands);
    await output.result({ page }, page.trimEnd().split("\n"));
    return exitCodes.ok;
  },
};
