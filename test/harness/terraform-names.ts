import { type Issue, terraformDialect } from "../../src/contract/index.ts";

/** An issue in the names of Terraform, which are the contract's own. */
export function inTerraform(issue: Issue) {
  return { ...issue, field: issue.contractName, ...issue.renderIn(terraformDialect) };
}

/** A check whose issues are in the names of Terraform. */
export function checkInTerraform<Given extends unknown[]>(check: (...given: Given) => readonly Issue[]) {
  return (...given: Given) => check(...given).map(inTerraform);
}
