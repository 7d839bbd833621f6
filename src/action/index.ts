/** The GitHub Action. What `action.yml` and the guide are generated from; the program itself is main.ts. */
export type { Input } from "./inputs.ts";
export { inputs } from "./inputs.ts";
export { outputs } from "./outputs.ts";
