import { type Diagnostic, hasErrors } from "../diagnostics.ts";
import type { Resource } from "../resource.ts";
import type { ObjectValue } from "../values/value.ts";
import { callAuthor, SchemaFunctions } from "./call-author.ts";
import { readPrivate, writePrivate } from "./private.ts";
import { keepSameMeaning } from "./same-meaning.ts";
import type { ProviderSession } from "./session.ts";
import { checkState } from "./verify.ts";

export interface ReadResult {
  /** Null: the object no longer exists. */
  readonly state: ObjectValue | null;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

export async function readResource(
  session: ProviderSession,
  name: string,
  resource: Resource,
  current: ObjectValue | null,
  before: Uint8Array,
): Promise<ReadResult> {
  if (current === null) return { state: null, private: before, diagnostics: [] };
  const doing = session.operation(`Reading ${name}`);
  const { answer, diagnostics } = await callAuthor(session, doing, ["state", "private"], () => {
    const data = readPrivate(session, doing, before);
    return resource.read?.({ ...session.providerContext, state: current, private: data });
  });
  const written = writePrivate(doing, answer?.private, before);
  if (answer?.state === undefined || hasErrors(diagnostics)) {
    return { state: current, private: written.private, diagnostics: [...diagnostics, ...written.problems] };
  }
  if (answer.state === null) return { state: null, private: new Uint8Array(), diagnostics };
  const { value, problems } = checkState(doing, resource.schema, answer.state, current);
  const functions = new SchemaFunctions(session, doing, resource.schema);
  const state = keepSameMeaning(functions, resource.schema, value, current);
  return {
    state,
    private: written.private,
    diagnostics: [...diagnostics, ...problems, ...written.problems, ...functions.problems],
  };
}
