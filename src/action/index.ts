/** The inputs and outputs of the GitHub Actions, from which each `action.yml` and the reference are generated. `main.ts` is the program. */

export { payloadVersion } from "./deployments/entries.ts";
export type { ActionInput, ActionInputTable, OperationName } from "./inputs.ts";
export { importantCount, inputs, listInputs, operations } from "./inputs.ts";
export { listOutputs, outputs } from "./outputs.ts";
