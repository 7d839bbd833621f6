/** The commands as data, for the documentation. `main.ts` checks the version of Node, and `run.ts` runs a command. */
export { help } from "./command.ts";
export { commands } from "./commands.ts";
export { exitCodes } from "./exit-code.ts";
