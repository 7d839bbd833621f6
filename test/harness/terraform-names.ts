import { type InputProblem, terraformDialect } from "../../src/contract/index.ts";

/** A problem in the names of Terraform, which are the contract's own. */
export function inTerraform(problem: InputProblem) {
  return { ...problem, field: problem.contractName, ...problem.renderIn(terraformDialect) };
}

/** A check whose problems are in the names of Terraform. */
export function checkInTerraform<Given extends unknown[]>(
  check: (...given: Given) => readonly InputProblem[],
) {
  return (...given: Given) => check(...given).map(inTerraform);
}
