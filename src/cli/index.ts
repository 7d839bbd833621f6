/** The command line, as data: for those who document it. `main.ts` runs it. */
export { help } from "./command.ts";
export { commands } from "./commands.ts";
export { exitCodes } from "./exit-code.ts";
