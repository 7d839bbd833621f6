/** The inputs and outputs of the GitHub Actions, from which each `action.yml` and the reference are generated. `main.ts` is the program. */
export type { Input, Inputs, OperationName } from "./inputs.ts";
export { importantCount, inputs, inputsOf, operations } from "./inputs.ts";
export { outputs, outputsOf } from "./outputs.ts";
