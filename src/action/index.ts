/** The inputs and outputs of the GitHub Action, from which `action.yml` and the guide are generated. `main.ts` is the program. */
export type { Input } from "./inputs.ts";
export { inputs } from "./inputs.ts";
export { outputs } from "./outputs.ts";
