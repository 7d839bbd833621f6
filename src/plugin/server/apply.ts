import { type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { ApplyAnswer, Resource } from "../resource.ts";
import type { Schema } from "../schema.ts";
import { type ObjectValue, unknownAsNull } from "../values/value.ts";
import { type Asked, ask } from "./call-author.ts";
import { resultProblems } from "./result.ts";
import type { ProviderSession } from "./session.ts";
import { checkState } from "./verify.ts";

interface ApplyInput {
  readonly config: ObjectValue | null;
  /** Null when the object is created. */
  readonly prior: ObjectValue | null;
  /** Null when the object is destroyed. */
  readonly planned: ObjectValue | null;
  readonly private: Uint8Array;
}

interface Applied {
  /** Null with errors makes the core keep the prior state and its private data. */
  readonly state: ObjectValue | null;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

export async function applyResourceChange(
  session: ProviderSession,
  name: string,
  resource: Resource,
  input: ApplyInput,
): Promise<Applied> {
  const { config, prior, planned } = input;
  if (config === null || planned === null) return destroy(session, `Destroying ${name}`, resource, input);
  const doing = prior === null ? `Creating ${name}` : `Updating ${name}`;
  const asked = await ask<ApplyAnswer<Schema>>(session, doing, ["state", "private"], () => {
    const request = { ...session.providerContext, config, planned, private: input.private };
    if (prior === null) return resource.create(request);
    if (resource.update === undefined) throw new Error("The object cannot be changed in place.");
    return resource.update({ ...request, prior });
  });
  return settle(doing, resource.schema, planned, input.private, asked);
}

/**
 * What has been created or changed is stored whatever else is wrong with the answer: an object that is in no state
 * is lost, and would be made a second time.
 */
function settle(
  doing: string,
  schema: Schema,
  planned: ObjectValue,
  plannedPrivate: Uint8Array,
  { answer, diagnostics }: Asked<ApplyAnswer<Schema>>,
): Applied {
  const failed = hasErrors(diagnostics);
  const privateData = answer?.private ?? plannedPrivate;
  if (answer?.state === undefined || answer.state === null) {
    const bug = failed ? [] : [providerBug(doing, "there is neither a state nor an error.")];
    return { state: null, private: privateData, diagnostics: [...diagnostics, ...bug] };
  }
  // After an error unknown values are normal: the work was not finished. The core stores them as null.
  const given = failed ? unknownAsNull({ ...answer.state }) : answer.state;
  const { value: state, problems } = checkState(doing, schema, given, planned);
  const broken = failed || problems.length > 0 ? [] : resultProblems(doing, schema, planned, state);
  return { state, private: privateData, diagnostics: [...diagnostics, ...problems, ...broken] };
}

async function destroy(
  session: ProviderSession,
  doing: string,
  resource: Resource,
  input: ApplyInput,
): Promise<Applied> {
  const { prior } = input;
  // There is nothing to destroy.
  if (prior === null) return { state: null, private: input.private, diagnostics: [] };
  const { answer, diagnostics } = await ask<ApplyAnswer<Schema>>(session, doing, ["state", "private"], () => {
    return resource.delete?.({ ...session.providerContext, prior, private: input.private });
  });
  if (answer?.state === undefined || answer.state === null) {
    return { state: null, private: input.private, diagnostics };
  }
  const { value: state, problems } = checkState(doing, resource.schema, answer.state, prior);
  const bug = hasErrors(diagnostics) ? [] : [providerBug(doing, "there is a state left, but no error.")];
  return {
    state,
    private: answer.private ?? input.private,
    diagnostics: [...diagnostics, ...problems, ...bug],
  };
}
