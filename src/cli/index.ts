/** The commands as data, for the documentation. `main.ts` checks the version of Node, and `run.ts` runs a command. */

export { casesIntro, codeGroups } from "./codes.ts";
export { type Command, describeCommand, type Flags, loadCommands } from "./command.ts";
export { commands } from "./commands.ts";
export type { Finding } from "./doctor/finding.ts";
export { exits } from "./exit-code.ts";
export { fieldVariable, settingFlags } from "./flags.ts";
export { describeFlag, flagLabel } from "./help.ts";
export { rowKinds } from "./many/row-result.ts";
export { programVariables } from "./receive/program.ts";
export { prometheusLines } from "./status/prometheus.ts";
