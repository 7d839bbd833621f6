import { notationType } from "../function.ts";
import { identityType } from "../identity.ts";
import type { Provider } from "../provider.ts";
import { partType, type Type } from "../values/type.ts";

/** What the kit knows of the definitions of a provider. */
export type Definitions = Pick<Provider, "resources" | "dataSources" | "ephemeralResources" | "functions">;

export type Kind = keyof Definitions | "identities";

/** The type as the author sees it. For a core, an `int64` is a number. Everything else is as in `type`. */
export function ownType(definitions: Definitions, kind: Kind, name: string, type: Type): Type {
  return withInt64(type, definedType(definitions, kind, name));
}

function definedType(definitions: Definitions, kind: Kind, name: string): Type {
  if (kind === "functions") return notationType(definitions.functions?.[name]?.returns ?? "dynamic");
  if (kind !== "identities") return definitions[kind]?.[name]?.schema.type ?? "dynamic";
  const identity = definitions.resources?.[name]?.identity;
  return identity === undefined ? "dynamic" : identityType(identity);
}

function withInt64(type: Type, own: Type): Type {
  if (type === "number" && own === "int64") return own;
  if (typeof type === "string") return type;
  const [kind, inner] = type;
  const part = (it: Type, key: string | number) => withInt64(it, partType(own, key));
  if (kind === "tuple") return [kind, inner.map(part)];
  if (kind !== "object") return [kind, part(inner, 0)];
  return [kind, Object.fromEntries(Object.entries(inner).map(([name, it]) => [name, part(it, name)]))];
}
