import { type Diagnostic, error, hasErrors, providerBug } from "../diagnostics.ts";
import type { ImportAnswer, Resource } from "../resource.ts";
import type { Schema } from "../schema.ts";
import type { JsonObject } from "../values/json.ts";
import type { ObjectValue } from "../values/value.ts";
import { type Asked, ask } from "./call-author.ts";
import { nothingOf } from "./elements.ts";
import type { ProviderSession } from "./session.ts";
import { checkState } from "./verify.ts";

// Objects that come under management without having been created here: by import, or moved from another type.

export interface Adopted {
  readonly state: ObjectValue | null;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

export async function importResourceState(
  session: ProviderSession,
  name: string,
  resource: Resource,
  id: string,
): Promise<Adopted> {
  if (resource.import === undefined) {
    return refused("Import Not Supported", `A ${name} cannot be imported.`);
  }
  if (id === "") return refused("Import by Identity Not Supported", `Import a ${name} by its id instead.`);
  const doing = `Importing ${name}`;
  const asked = await ask(session, doing, ["state", "private"], () => {
    return resource.import?.({ ...session.providerContext, id });
  });
  return adopt(doing, resource.schema, asked);
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
  const doing = `Moving ${input.sourceType} to ${name}`;
  const asked = await ask(session, doing, ["state", "private"], () => {
    return resource.move?.({ ...session.context, provider: session.dataIfConfigured, ...input });
  });
  if (asked.answer === undefined && !hasErrors(asked.diagnostics)) {
    return refused("Move Not Supported", `A ${input.sourceType} cannot be moved to a ${name}.`);
  }
  return adopt(doing, resource.schema, asked);
}

function adopt(doing: string, schema: Schema, { answer, diagnostics }: Asked<ImportAnswer<Schema>>): Adopted {
  const privateData = answer?.private ?? new Uint8Array();
  if (hasErrors(diagnostics)) return { state: null, private: privateData, diagnostics };
  if (answer?.state === undefined) {
    const bug = providerBug(doing, "there is neither a state nor an error.");
    return { state: null, private: privateData, diagnostics: [...diagnostics, bug] };
  }
  const nothing = nothingOf(schema);
  const { value: state, problems } = checkState(doing, schema, { ...nothing, ...answer.state }, nothing);
  return { state, private: privateData, diagnostics: [...diagnostics, ...problems] };
}

function refused(summary: string, detail: string): Adopted {
  return { state: null, private: new Uint8Array(), diagnostics: [error(summary, detail)] };
}
