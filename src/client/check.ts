import type { Issue, Operation, Values } from "../contract/index.ts";
import { checkCallbackTest, checkReissue, reissue } from "../contract/index.ts";
import { checkCsr } from "../csr/index.ts";

/** Every problem of a request that can be seen from here: the contract's rules, and what the CSR itself says. */
export function checkRequest(operation: Operation, values: Values, now = new Date()): Issue[] {
  if (operation.name !== reissue.name) return checkCallbackTest(values);
  const issues = checkReissue(values, now);
  // What the contract's rules have to say about it comes first: an empty text need not be taken apart.
  return issues.some(({ field }) => field === "csr") ? issues : [...issues, ...checkCsr(values)];
}
