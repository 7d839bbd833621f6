import { errorPage, findNearest } from "../../contract/index.ts";
import { codeGroups, findCode } from "../codes.ts";
import type { Command, CommandTable } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { settingFlags } from "../flags.ts";
import { commandHelp, commandsIn, groupHelp, helpWidth, overview, settingsHelp } from "../help.ts";
import { commonFlags } from "../parse.ts";

const settingsTopic = "settings";

export const command: Command = {
  name: "help",
  summary: "Show the help of a command or a group of commands, or explain the code of an error.",
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
  if (topic === settingsTopic) return allSettings(width);
  if (Object.hasOwn(commands, topic)) {
    const { command } = (await commands[topic]?.load()) ?? {};
    return command && helpOf(command, width);
  }
  return commandsIn(commands, topic).length > 0 ? groupHelp(commands, topic, width) : undefined;
}

/** The help of one command. */
export function helpOf(command: Command, width: number): string {
  const names = command.settings ? Object.keys(settingFlags(command.settings)) : [];
  return commandHelp(command, names, width);
}

export function allSettings(width: number): string {
  const all = settingFlags("all");
  const connection = settingFlags("connection");
  const journal = Object.fromEntries(Object.entries(all).filter(([name]) => !(name in connection)));
  return settingsHelp(connection, journal, commonFlags, width);
}
