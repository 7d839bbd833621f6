import { type CallDescription, type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { ApplyAnswer, Resource } from "../resource.ts";
import type { Schema } from "../schema.ts";
import { describeKind } from "../values/conform.ts";
import { isWhollyKnown, type ObjectValue, type Value } from "../values/value.ts";
import { type AuthorResult, callAuthor, callWithConfig, SchemaFunctions } from "./call-author.ts";
import { emptyObject } from "./elements.ts";
import { readPrivate, writePrivate } from "./private.ts";
import { resultProblems } from "./result.ts";
import { keepSameMeaning } from "./same-meaning.ts";
import type { ProviderSession } from "./session.ts";
import { checkState, withKnownParts } from "./verify.ts";

interface ApplyInput {
  readonly config: ObjectValue | null;
  /** Null when the object is created. */
  readonly prior: ObjectValue | null;
  /** Null when the object is destroyed. */
  readonly planned: ObjectValue | null;
  readonly private: Uint8Array;
}

export interface Applied {
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
  const { schema } = resource;
  const parts = ["state", "private"] as const;
  const result = await callWithConfig<ApplyAnswer<Schema>>(session, doing, parts, schema, config, () => {
    const data = readPrivate(session, doing, input.private);
    const request = { ...session.providerContext, config, planned, private: data };
    if (prior === null) return resource.create(request);
    if (resource.update === undefined) throw new Error("The object cannot be changed in place.");
    return resource.update({ ...request, prior });
  });
  return keepObject(session, doing, schema, input, result);
}

/**
 * Stores an object that was created or changed, even if the rest of the answer is wrong. An object that is in no state
 * is lost, and the next apply would create a second one.
 */
function keepObject(
  session: ProviderSession,
  doing: CallDescription,
  schema: Schema,
  input: ApplyInput,
  { answer, diagnostics, hasFailed }: AuthorResult<ApplyAnswer<Schema>>,
): Applied {
  const written = writePrivate(doing, answer?.private, input.private);
  const allDiagnostics = [...diagnostics, ...written.problems];
  const returned: unknown = answer?.state ?? null;
  const planned = input.planned ?? emptyObject(schema);
  if (typeof returned !== "object" || returned === null || Array.isArray(returned)) {
    if (returned === null && hasFailed)
      return { state: null, private: written.private, diagnostics: allDiagnostics };
    const problem = `there must be a state or an error, not ${describeKind(returned)}.`;
    const bugs = hasErrors(diagnostics) ? [] : [providerBug(doing, problem)];
    return {
      state: stateWithoutAnswer(schema, input),
      private: written.private,
      diagnostics: [...allDiagnostics, ...bugs],
    };
  }
  const failed = hasErrors(diagnostics);
  const { value, problems } = checkState(doing, schema, returned, lastKnown(input.prior, planned), failed);
  const functions = new SchemaFunctions(session, doing, schema);
  const state = keepSameMeaning(functions, schema, value, planned);
  const wrong = [...problems, ...functions.problems];
  const broken = failed || wrong.length > 0 ? [] : resultProblems(doing, schema, planned, state);
  return { state, private: written.private, diagnostics: [...allDiagnostics, ...wrong, ...broken] };
}

/** For values that the answer lacks: the planned ones, and the prior ones where a plan cannot know them. */
function lastKnown(prior: ObjectValue | null, planned: ObjectValue): ObjectValue {
  if (prior === null) return planned;
  const values = Object.entries(planned).map(([name, value]): [string, Value] => [
    name,
    isWhollyKnown(value) ? value : (prior[name] ?? null),
  ]);
  return Object.fromEntries(values);
}

/**
 * What is stored if the answer says neither that the object was created nor that it was not: the planned values that
 * are known. After an update, null: the core keeps the prior state.
 */
export function stateWithoutAnswer(schema: Schema, { prior, planned }: ApplyInput): ObjectValue | null {
  return prior === null && planned !== null ? withKnownParts(schema, planned) : null;
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
      const data = readPrivate(session, doing, input.private);
      return resource.delete?.({ ...session.providerContext, prior, private: data });
    },
  );
  if (answer?.state === undefined || answer.state === null) {
    return { state: null, private: input.private, diagnostics };
  }
  const { value: state, problems } = checkState(doing, resource.schema, answer.state, prior);
  const written = writePrivate(doing, answer.private, input.private);
  const bug = hasErrors(diagnostics) ? [] : [providerBug(doing, "it returned a state, but no error.")];
  return {
    state,
    private: written.private,
    diagnostics: [...diagnostics, ...problems, ...written.problems, ...bug],
  };
}
