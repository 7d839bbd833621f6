import type { Diagnosed } from "../context.ts";
import {
  type CallDescription,
  type Diagnostic,
  error,
  hasErrors,
  pathText,
  providerBug,
} from "../diagnostics.ts";
import { identityType } from "../identity.ts";
import type { Resource } from "../resource.ts";
import { mismatch } from "../values/conform.ts";
import { type JsonObject, valueFromJson } from "../values/json.ts";
import { partType, type Type } from "../values/type.ts";
import { equal, isObjectLike, isWhollyKnown, type ObjectValue, type Value } from "../values/value.ts";
import { callAuthor } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

interface Identified {
  /** Null if the resource has no identity, or if it is not known yet. */
  readonly identity: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The identity of a state. It must equal the prior identity of the object. */
export async function identityAfter(
  session: ProviderSession,
  doing: CallDescription,
  resource: Resource,
  { state, diagnostics }: { readonly state: ObjectValue | null; readonly diagnostics: readonly Diagnostic[] },
  before: ObjectValue | null,
): Promise<Identified> {
  const { identity: definition } = resource;
  const known = before !== null && isWhollyKnown(before) ? before : null;
  if (definition === undefined || state === null || hasErrors(diagnostics))
    return { identity: known, diagnostics };
  const result = await callAuthor<Diagnosed & { readonly identity: ObjectValue }>(
    session,
    doing,
    ["identity"],
    async () => ({
      identity:
        (await definition.identify?.({ ...session.providerContext, state })) ?? sameNamed(resource, state),
    }),
  );
  const allDiagnostics = [...diagnostics, ...result.diagnostics];
  const identity = result.answer?.identity;
  if (identity === undefined) return { identity: known, diagnostics: allDiagnostics };
  const type = identityType(definition);
  const problem = identityMismatch(identity, type);
  if (problem !== undefined)
    return { identity: known, diagnostics: [...allDiagnostics, providerBug(doing, problem)] };
  // A value that was null in an import may be filled in.
  const changed = Object.entries(known ?? {}).find(
    ([name, value]) => value !== null && !equal(value, identity[name] ?? null, partType(type, name)),
  );
  if (changed !== undefined)
    allDiagnostics.push(
      providerBug(doing, `"${changed[0]}" of the identity has changed. That makes it another object.`),
    );
  return { identity, diagnostics: allDiagnostics };
}

/** The sentence about an identity that is not of its type, or not known. */
export function identityMismatch(identity: unknown, type: Type): string | undefined {
  const wrong = identity === null ? { path: [], problem: "is null" } : mismatch(identity, type);
  if (wrong === undefined)
    return isWhollyKnown(identity as Value) ? undefined : "the identity is still unknown.";
  const [name, ...rest] = wrong.path;
  const part = name === undefined ? "" : `"${pathText([String(name), ...rest], type)}" of `;
  return `${part}the identity ${wrong.problem}.`;
}

/** The identity during a plan: the stored one, or the one of the object to create, if it is known. */
export function plannedIdentity(
  resource: Resource,
  prior: ObjectValue | null,
  planned: ObjectValue | null,
  before: ObjectValue | null,
): ObjectValue | null {
  if (prior !== null || planned === null || resource.identity === undefined) return before;
  if (resource.identity.identify !== undefined) return null;
  const identity = sameNamed(resource, planned);
  // Cores cannot write a plan whose identity is partly unknown.
  return isWhollyKnown(identity) ? identity : null;
}

/** The identity of an imported or moved object, as far as its state is known. */
export function identityIfComplete(resource: Resource, state: ObjectValue | null): ObjectValue | null {
  const { identity: definition } = resource;
  if (definition === undefined || definition.identify !== undefined || state === null) return null;
  const identity = sameNamed(resource, state);
  return Object.values(identity).includes(null) ? null : identity;
}

function sameNamed({ identity, schema }: Resource, state: ObjectValue): ObjectValue {
  const names = Object.keys(identity?.attributes ?? {}).filter((name) => Object.hasOwn(schema.type[1], name));
  return Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
}

/** The attributes of a state that are also in the identity. */
export function identityState({ schema }: Resource, identity: ObjectValue): ObjectValue {
  return Object.fromEntries(Object.entries(identity).filter(([name]) => Object.hasOwn(schema.type[1], name)));
}

export async function upgradeIdentity(
  session: ProviderSession,
  name: string,
  resource: Resource,
  version: number,
  stored: JsonObject,
): Promise<Identified> {
  const { identity: definition } = resource;
  if (definition === undefined)
    return { identity: null, diagnostics: [error("No identity", `A ${name} has no identity.`)] };
  const doing = session.operation(`Upgrading the identity of ${name}`);
  const result = await callAuthor<Diagnosed & { readonly stored: JsonObject }>(
    session,
    doing,
    ["stored"],
    async () => ({
      stored: (await definition.upgrade?.({ version, stored })) ?? stored,
    }),
  );
  let identity: Value = null;
  const diagnostics = [...result.diagnostics];
  try {
    identity = valueFromJson(result.answer?.stored ?? null, identityType(definition));
  } catch {
    diagnostics.push(
      providerBug(doing, "the stored identity is not of the type that the definition gives it."),
    );
  }
  return { identity: isObjectLike(identity) ? identity : null, diagnostics };
}
