/** The commands as data, for the documentation. `main.ts` checks the version of Node, and `run.ts` runs a command. */

export { casesIntro, codeGroups } from "./codes.ts";
export { type Command, describeCommand, type Flags, loadCommands } from "./command.ts";
export { commands } from "./commands.ts";
export { exits } from "./exit-code.ts";
export { settingFlags } from "./flags.ts";
export { flagLabel } from "./help.ts";
