import type { Issue, Operation, Values } from "../contract/index.ts";
import { checkCallbackTest, checkReissue, reissue } from "../contract/index.ts";
import { checkCsr } from "../csr/index.ts";

/** Every problem of a request that can be seen from here: the contract's rules, and what the CSR itself says. */
export function checkRequest(operation: Operation, values: Values, now = new Date()): Issue[] {
  return operation.name === reissue.name
    ? [...checkReissue(values, now), ...checkCsr(values)]
    : checkCallbackTest(values);
}
