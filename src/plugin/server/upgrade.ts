import { type CallDescription, type Diagnostic, error, hasErrors, providerBug } from "../diagnostics.ts";
import type { Resource } from "../resource.ts";
import { isWriteOnly, listMembers, type Schema } from "../schema.ts";
import { describeKind } from "../values/conform.ts";
import { type JsonObject, valueFromJson } from "../values/json.ts";
import { partType } from "../values/type.ts";
import { isObjectLike, type ObjectValue, type Value } from "../values/value.ts";
import { ValueError } from "../values/value-error.ts";
import { callAuthor } from "./call-author.ts";
import { withBlocks, withoutWriteOnly } from "./elements.ts";
import type { ProviderSession } from "./session.ts";
import { memberProblems } from "./verify.ts";

interface Upgraded {
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Converts a stored state to the current schema. The core calls this in every run. */
export async function upgradeResourceState(
  session: ProviderSession,
  name: string,
  resource: Resource,
  version: number,
  stored: JsonObject,
): Promise<Upgraded> {
  const doing = session.operation(`Upgrading the state of ${name}`);
  const { schema } = resource;
  if (version > schema.version) {
    const detail = `The state of this ${name} was written by a newer version of the provider. Use that one or a later one.`;
    return { state: null, diagnostics: [error("State of a newer provider", detail)] };
  }
  const { answer, diagnostics } = await callAuthor(session, doing, ["stored"], () => {
    return resource.upgrade?.({ ...session.context, provider: session.dataIfConfigured, version, stored });
  });
  if (hasErrors(diagnostics)) return { state: null, diagnostics };
  if (version < schema.version && answer?.stored === undefined) {
    const problem = `there is no way from version ${version} to version ${schema.version}.`;
    return { state: null, diagnostics: [...diagnostics, providerBug(doing, problem)] };
  }
  const upgraded: unknown = answer?.stored === undefined ? stored : answer.stored;
  if (!isObjectLike(upgraded)) {
    const problem = `stored must be a plain object, not ${describeKind(upgraded)}.`;
    return { state: null, diagnostics: [...diagnostics, providerBug(doing, problem)] };
  }
  const { state, problems } = stateFromJson(doing, schema, upgraded as JsonObject);
  return { state, diagnostics: [...diagnostics, ...problems] };
}

function stateFromJson(doing: CallDescription, schema: Schema, stored: JsonObject) {
  const state: Record<string, Value> = {};
  const problems: Diagnostic[] = [];
  for (const [name, member] of listMembers(schema)) {
    try {
      // The state may be older than the write-only attribute, and still contain its value.
      const json = isWriteOnly(member) || !Object.hasOwn(stored, name) ? null : stored[name];
      const value = valueFromJson(json ?? null, partType(schema.type, name));
      if (memberProblems(member, value, [name]).length > 0) throw new ValueError(name);
      state[name] = value;
    } catch {
      problems.push(
        providerBug(doing, `the stored "${name}" is not of the type that the schema gives it.`, name),
      );
    }
  }
  if (problems.length > 0) return { state: null, problems };
  return { state: withoutWriteOnly(schema, withBlocks(schema, state)), problems };
}
