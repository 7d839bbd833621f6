/** The command line, as data: for those who document it. `run.ts` runs it; `main.ts` looks before it whether this Node can. */
export { help } from "./command.ts";
export { commands } from "./commands.ts";
export { exitCodes } from "./exit-code.ts";
