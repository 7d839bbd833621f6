import { defineCommand } from "../command.ts";
import { manualPage } from "../manual-page.ts";

export const command = defineCommand({
  examples: ["certorder man | man -l -", "certorder man > /usr/local/share/man/man1/certorder.1"],

  async run({ commands }) {
    const page = await manualPage(commands);
    return { json: { page }, lines: page.trimEnd().split("\n") };
  },
});
