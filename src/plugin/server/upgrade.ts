import { type Diagnostic, error, hasErrors, providerBug } from "../diagnostics.ts";
import type { Resource } from "../resource.ts";
import { isWriteOnly, membersOf, type Schema } from "../schema.ts";
import { type JsonObject, valueFromJson } from "../values/json.ts";
import { partType } from "../values/type.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { ValueError } from "../values/value-error.ts";
import { ask } from "./call-author.ts";
import { withBlocks, withoutWriteOnly } from "./elements.ts";
import type { ProviderSession } from "./session.ts";

interface Upgraded {
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Brings a stored state into the shape of today's schema. The core asks for this on every run. */
export async function upgradeResourceState(
  session: ProviderSession,
  name: string,
  resource: Resource,
  version: number,
  stored: JsonObject,
): Promise<Upgraded> {
  const doing = `Upgrading the state of ${name}`;
  const { schema } = resource;
  if (version > schema.version) {
    const detail = `The state of this ${name} was written by a newer version of the provider. Use that one or a later one.`;
    return { state: null, diagnostics: [error("State of a Newer Provider", detail)] };
  }
  const { answer, diagnostics } = await ask(session, doing, ["stored"], () => {
    return resource.upgrade?.({ ...session.context, provider: session.dataIfConfigured, version, stored });
  });
  if (hasErrors(diagnostics)) return { state: null, diagnostics };
  if (version < schema.version && answer?.stored === undefined) {
    const problem = `there is no way from version ${version} to version ${schema.version}.`;
    return { state: null, diagnostics: [...diagnostics, providerBug(doing, problem)] };
  }
  const { state, problems } = stateFromJson(doing, schema, answer?.stored ?? stored);
  return { state, diagnostics: [...diagnostics, ...problems] };
}

function stateFromJson(doing: string, schema: Schema, stored: JsonObject) {
  const state: Record<string, Value> = {};
  const problems: Diagnostic[] = [];
  for (const [name, member] of membersOf(schema)) {
    // A state from the time before an attribute became write-only may still hold its value.
    const json = isWriteOnly(member) || !Object.hasOwn(stored, name) ? null : stored[name];
    try {
      state[name] = valueFromJson(json ?? null, partType(schema.type, name));
    } catch (thrown) {
      if (!(thrown instanceof ValueError)) throw thrown;
      problems.push(
        providerBug(doing, `the stored "${name}" is not of the type that the schema gives it.`, name),
      );
    }
  }
  if (problems.length > 0) return { state: null, problems };
  return { state: withoutWriteOnly(schema, withBlocks(schema, state)), problems };
}
