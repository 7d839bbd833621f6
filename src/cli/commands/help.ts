import { errorPage, findNearest } from "../../contract/index.ts";
import { codeGroups, findCode } from "../codes.ts";
import type { CommandDefinition, CommandTable } from "../command.ts";
import { loadCommand, UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { commandHelp, groupCommands, groupHelp, helpWidth, overview, settingsHelp } from "../help.ts";

const settingsTopic = "settings";

export const command: CommandDefinition = {
  operands: "[COMMAND | CODE | settings]",
  choices: topics,
  flags: {},
  examples: ["certorder help reissue", "certorder help journal", "certorder help unresolved_attempt"],

  async run({ operands, output, commands }) {
    const topic = operands.join(" ");
    const code = findCode(topic);
    if (code) {
      const { group, what, remedy, steps = [], cases = [] } = code;
      const page = errorPage(topic);
      await output.result({ code: topic, group, what, remedy, steps, cases, page }, [
        `${output.style("bold", topic)} (${group})`,
        "",
        // The backquotes are for the pages.
        ...[
          what,
          remedy,
          ...steps.map((step, index) => `  ${index + 1}. ${step}`),
          ...cases.map((reason) => `  - ${reason}`),
        ].map((line) => line.replaceAll("`", "")),
        "",
        `More: ${page}`,
      ]);
      return exitCodes.ok;
    }
    const text = await helpText(commands, topic, helpWidth());
    if (text === undefined) {
      const nearest = findNearest(topic, topics(commands));
      throw new UsageError(
        "There is no such command, group or code.",
        nearest === undefined
          ? "See certorder help. The service has codes of its own: their message explains them."
          : `Did you mean certorder help ${nearest}?`,
      );
    }
    await output.result({ topic, help: text }, text.trimEnd().split("\n"));
    return exitCodes.ok;
  },
};

function topics(commands: CommandTable): string[] {
  const names = Object.keys(commands);
  const groups = new Set(names.flatMap((name) => name.split(" ").slice(0, -1)));
  const codes = Object.values(codeGroups).flatMap(({ codes }) => Object.keys(codes));
  return [...names, ...groups, settingsTopic, ...codes];
}

async function helpText(commands: CommandTable, topic: string, width: number): Promise<string | undefined> {
  if (topic === "") return overview(commands, width);
  if (topic === settingsTopic) return settingsHelp(width);
  const command = await loadCommand(commands, topic);
  if (command) return commandHelp(command, width);
  return groupCommands(commands, topic).length > 0 ? groupHelp(commands, topic, width) : undefined;
}
