import type { Issue, Operation, Values } from "../contract/index.ts";
import { checkCallbackTest, reissueOperation } from "../contract/index.ts";
import { checkReissueAndCsr } from "../csr/index.ts";

/** Every problem of a request that can be seen from here. */
export function checkRequest(operation: Operation, values: Values, now = new Date()): Issue[] {
  return operation.name === reissueOperation.name
    ? checkReissueAndCsr(values, now)
    : checkCallbackTest(values);
}
