import { errorPage, findNearest } from "../../contract/index.ts";
import { casesIntro, codeGroups, findCode } from "../codes.ts";
import { type CommandResult, type CommandTable, defineCommand, loadCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { commandHelp, settingsHelp } from "../help.ts";
import type { Output } from "../output.ts";
import { groupCommands, groupHelp, type HelpLength, helpWidth, overview } from "../overview.ts";

const settingsTopic = "settings";

export const command = defineCommand({
  operands: "[COMMAND | CODE | settings]",
  choices: topics,
  flags: { all: { kind: "switch", doc: "Show every command, or every flag of the command." } },
  examples: ["certorder help reissue", "certorder help journal", "certorder help unresolved_attempt"],

  async run({ operands, flags, output, commands }) {
    const topic = operands.join(" ");
    const code = findCode(topic);
    if (code) return explainCode(topic, code, output);
    const help = await helpText(commands, topic, flags.all ? "all" : "short", helpWidth());
    if (help !== undefined) return { json: { topic, help }, lines: help.trimEnd().split("\n") };
    const nearest = findNearest(topic, topics(commands));
    throw new UsageError(
      "There is no such command, group or code.",
      nearest === undefined
        ? "See certorder help. The service has codes of its own: their message explains them."
        : `Did you mean certorder help ${nearest}?`,
    );
  },
});

function explainCode(
  code: string,
  { group, what, remedy, steps = [], cases = [] }: NonNullable<ReturnType<typeof findCode>>,
  output: Output,
): CommandResult {
  const page = errorPage(code);
  const explanation = [
    what,
    remedy,
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    ...(cases.length > 0 ? [casesIntro] : []),
    ...cases.map((reason) => `  - ${reason}`),
  ];
  return {
    json: { code, group, what, remedy, steps, cases, page },
    lines: [
      `${output.style("bold", code)} (${group})`,
      "",
      // The backquotes are for the pages.
      ...explanation.map((line) => line.replaceAll("`", "")),
      "",
      `More: ${page}`,
    ],
  };
}

function topics(commands: CommandTable): string[] {
  const names = Object.keys(commands);
  const groups = new Set(names.flatMap((name) => name.split(" ").slice(0, -1)));
  const codes = Object.values(codeGroups).flatMap(({ codes }) => Object.keys(codes));
  // A command such as `sandbox` is a group too.
  return [...new Set([...names, ...groups, settingsTopic, ...codes])];
}

async function helpText(
  commands: CommandTable,
  topic: string,
  length: HelpLength,
  width: number,
): Promise<string | undefined> {
  if (topic === "") return overview(length, width);
  if (topic === settingsTopic) return settingsHelp(width);
  const command = await loadCommand(commands, topic);
  if (command) return commandHelp(command, length, width);
  return groupCommands(topic).length > 0 ? groupHelp(topic, width) : undefined;
}
