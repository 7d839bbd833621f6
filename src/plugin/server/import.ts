import { type CallDescription, type Diagnostic, error, hasErrors, providerBug } from "../diagnostics.ts";
import { identityType } from "../identity.ts";
import type { ImportAnswer, Resource } from "../resource.ts";
import type { Schema } from "../schema.ts";
import { mismatch } from "../values/conform.ts";
import { int64Range } from "../values/int64.ts";
import type { JsonObject } from "../values/json.ts";
import { partType } from "../values/type.ts";
import type { ObjectValue } from "../values/value.ts";
import { type AuthorResult, callAuthor } from "./call-author.ts";
import { emptyObject } from "./elements.ts";
import { identityState } from "./identity.ts";
import { readPrivate, writePrivate } from "./private.ts";
import type { ProviderSession } from "./session.ts";
import { checkState, completedBy } from "./verify.ts";

// Objects that were not created here: imported, or moved from another type.

interface Adopted {
  readonly state: ObjectValue | null;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

/** Imports an object by its id or its identity. */
export async function importResourceState(
  session: ProviderSession,
  name: string,
  resource: Resource,
  by: string | ObjectValue,
): Promise<Adopted> {
  const doing = session.operation(`Importing ${name}`);
  if (typeof by !== "string") {
    const large = findLargeNumber(resource, by);
    if (large !== undefined)
      return refused("Not an integer", `"${large}" of the identity takes whole numbers from ${int64Range}.`);
    const result = await callAuthor<ImportAnswer<Schema>>(session, doing, ["state", "private"], () => {
      if (resource.importByIdentity === undefined) return { state: identityState(resource, by) };
      return resource.importByIdentity({ ...session.providerContext, identity: by });
    });
    return adopt(doing, resource.schema, result);
  }
  if (resource.import === undefined) {
    return refused(
      "Import Not Supported",
      `A ${name} cannot be imported${resource.identity ? " by an id" : ""}.`,
    );
  }
  if (by === "") return refused("Import by Identity Not Supported", `Import a ${name} by its id instead.`);
  const result = await callAuthor(session, doing, ["state", "private"], () => {
    return resource.import?.({ ...session.providerContext, id: by });
  });
  return adopt(doing, resource.schema, result);
}

/** The attribute whose number is not an `int64`. It is the only value that is not of its type after it was read. */
function findLargeNumber({ identity }: Resource, given: ObjectValue): string | undefined {
  const type = identity && identityType(identity);
  return type && Object.keys(given).find((name) => mismatch(given[name], partType(type, name)) !== undefined);
}

interface MoveInput {
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly version: number;
  readonly stored: JsonObject;
  readonly private: Uint8Array;
}

export async function moveResourceState(
  session: ProviderSession,
  name: string,
  resource: Resource,
  input: MoveInput,
): Promise<Adopted> {
  const doing = session.operation(`Moving ${input.sourceType} to ${name}`);
  const result = await callAuthor(session, doing, ["state", "private"], () => {
    const data = readPrivate(session, doing, input.private);
    return resource.move?.({
      ...session.context,
      provider: session.dataIfConfigured,
      ...input,
      private: data,
    });
  });
  if (result.answer === undefined && !hasErrors(result.diagnostics)) {
    return refused("Move Not Supported", `A ${input.sourceType} cannot be moved to a ${name}.`);
  }
  return adopt(doing, resource.schema, result);
}

function adopt(
  doing: CallDescription,
  schema: Schema,
  { answer, diagnostics }: AuthorResult<ImportAnswer<Schema>>,
): Adopted {
  const written = writePrivate(doing, answer?.private, new Uint8Array());
  if (hasErrors(diagnostics)) return { state: null, private: written.private, diagnostics };
  if (answer?.state === undefined) {
    const bug = providerBug(doing, "there is neither a state nor an error.");
    return { state: null, private: written.private, diagnostics: [...diagnostics, bug] };
  }
  const nothing = emptyObject(schema);
  const { value: state, problems } = checkState(doing, schema, completedBy(nothing, answer.state), nothing);
  return { state, private: written.private, diagnostics: [...diagnostics, ...problems, ...written.problems] };
}

function refused(summary: string, detail: string): Adopted {
  return { state: null, private: new Uint8Array(), diagnostics: [error(summary, detail)] };
}
