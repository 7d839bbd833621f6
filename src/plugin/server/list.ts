import { type CallDescription, type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import { identityType } from "../identity.ts";
import { keyProblem } from "../known-keys.ts";
import type { Listed, ListResource } from "../list-resource.ts";
import type { Resource } from "../resource.ts";
import { describeKind } from "../values/conform.ts";
import type { ObjectValue } from "../values/value.ts";
import { checkDiagnostics } from "./author-diagnostics.ts";
import { failure } from "./call-author.ts";
import { emptyObject } from "./elements.ts";
import { identityAfter, identityMismatch } from "./identity.ts";
import { missingValues } from "./required.ts";
import type { ProviderSession } from "./session.ts";
import { checkState, completedBy } from "./verify.ts";

interface ListInput {
  readonly config: ObjectValue;
  readonly limit: number;
  readonly includeState: boolean;
}

interface FoundObject {
  readonly displayName: string;
  readonly identity: ObjectValue | null;
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Yields the objects that a list resource finds. An exception ends the list with an error. */
export async function* listResource(
  session: ProviderSession,
  name: string,
  list: ListResource,
  resource: Resource,
  input: ListInput,
): AsyncGenerator<FoundObject> {
  const doing = session.operation(`Listing ${name}`);
  let left = input.limit;
  const missing = missingValues(list.schema, input.config);
  if (missing.length > 0) {
    yield { displayName: "", identity: null, state: null, diagnostics: missing };
    return;
  }
  try {
    for await (const listed of list.list({ ...session.providerContext, ...input })) {
      yield await checkListed(session, doing, resource, listed, input.includeState);
      left -= 1;
      if (left === 0) return;
    }
  } catch (thrown) {
    const diagnostics = [failure(session, doing, thrown)];
    yield { displayName: "", identity: null, state: null, diagnostics };
  }
}

async function checkListed(
  session: ProviderSession,
  doing: CallDescription,
  resource: Resource,
  listed: Listed,
  includeState: boolean,
): Promise<FoundObject> {
  const { identity = null } = listed;
  const problems = checkDiagnostics(doing, listed.diagnostics ?? [], "diagnostics");
  const strange = keyProblem(listed, ["displayName", "identity", "state", "diagnostics"]);
  if (strange !== undefined) problems.push(providerBug(doing, `an object ${strange}.`));
  const hasName = typeof listed.displayName === "string";
  if (!hasName)
    problems.push(
      providerBug(doing, `displayName must be a string, not ${describeKind(listed.displayName)}.`),
    );
  const displayName = hasName ? listed.displayName : "";
  if (listed.state === undefined) {
    const wrong =
      identity !== null && resource.identity
        ? identityMismatch(identity, identityType(resource.identity))
        : undefined;
    if (wrong !== undefined) problems.push(providerBug(doing, wrong));
    else if (identity === null && !hasErrors(problems))
      problems.push(providerBug(doing, "an object has neither an identity nor a state."));
    return {
      displayName,
      identity: hasErrors(problems) ? null : identity,
      state: null,
      diagnostics: problems,
    };
  }
  const nothing = emptyObject(resource.schema);
  const checked = checkState(doing, resource.schema, completedBy(nothing, listed.state), nothing);
  const state = checked.value;
  const before = { state, diagnostics: [...problems, ...checked.problems] };
  const identified = await identityAfter(session, doing, resource, before, identity);
  return { displayName, state: includeState ? state : null, ...identified };
}
