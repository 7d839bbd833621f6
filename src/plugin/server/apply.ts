import { type CallDescription, type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { ApplyAnswer, Resource } from "../resource.ts";
import type { Schema } from "../schema.ts";
import type { ObjectValue } from "../values/value.ts";
import { type AuthorResult, callAuthor, SchemaFunctions } from "./call-author.ts";
import { resultProblems } from "./result.ts";
import { keepSameMeaning } from "./same-meaning.ts";
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
  /** With errors, null makes the core keep the prior state and its private data. */
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
  if (config === null || planned === null)
    return destroy(session, session.operation(`Destroying ${name}`), resource, input);
  const doing = session.operation(prior === null ? `Creating ${name}` : `Updating ${name}`);
  const result = await callAuthor<ApplyAnswer<Schema>>(session, doing, ["state", "private"], () => {
    const request = { ...session.providerContext, config, planned, private: input.private };
    if (prior === null) return resource.create(request);
    if (resource.update === undefined) throw new Error("The object cannot be changed in place.");
    return resource.update({ ...request, prior });
  });
  return keepObject(session, doing, resource.schema, planned, input.private, result);
}

/**
 * Stores an object that was created or changed, even if the rest of the answer is wrong. An object that is in no state
 * is lost, and the next apply would create a second one.
 */
function keepObject(
  session: ProviderSession,
  doing: CallDescription,
  schema: Schema,
  planned: ObjectValue,
  plannedPrivate: Uint8Array,
  { answer, diagnostics }: AuthorResult<ApplyAnswer<Schema>>,
): Applied {
  const failed = hasErrors(diagnostics);
  const privateData = answer?.private ?? plannedPrivate;
  if (answer?.state === undefined || answer.state === null) {
    const bug = failed ? [] : [providerBug(doing, "there is neither a state nor an error.")];
    return { state: null, private: privateData, diagnostics: [...diagnostics, ...bug] };
  }
  const { value, problems } = checkState(doing, schema, answer.state, planned, failed);
  const functions = new SchemaFunctions(session, doing, schema);
  const state = keepSameMeaning(functions, schema, value, planned);
  const wrong = [...problems, ...functions.problems];
  const broken = failed || wrong.length > 0 ? [] : resultProblems(doing, schema, planned, state);
  return { state, private: privateData, diagnostics: [...diagnostics, ...wrong, ...broken] };
}

async function destroy(
  session: ProviderSession,
  doing: CallDescription,
  resource: Resource,
  input: ApplyInput,
): Promise<Applied> {
  const { prior } = input;
  // Nothing to delete.
  if (prior === null) return { state: null, private: input.private, diagnostics: [] };
  const { answer, diagnostics } = await callAuthor<ApplyAnswer<Schema>>(
    session,
    doing,
    ["state", "private"],
    () => {
      return resource.delete?.({ ...session.providerContext, prior, private: input.private });
    },
  );
  if (answer?.state === undefined || answer.state === null) {
    return { state: null, private: input.private, diagnostics };
  }
  const { value: state, problems } = checkState(doing, resource.schema, answer.state, prior);
  const bug = hasErrors(diagnostics) ? [] : [providerBug(doing, "it returned a state, but no error.")];
  return {
    state,
    private: answer.private ?? input.private,
    diagnostics: [...diagnostics, ...problems, ...bug],
  };
}
