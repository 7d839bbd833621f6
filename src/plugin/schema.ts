import type { AttributePath, Diagnostic } from "./diagnostics.ts";
import { mismatch } from "./values/conform.ts";
import type { ExactNumber } from "./values/number.ts";
import type { ObjectType, Type } from "./values/type.ts";
import type { Value } from "./values/value.ts";

// A schema is data. It is flat: primitives, and lists, sets and maps of primitives. Blocks and nested attributes
// are refused where the schema is defined rather than half supported.

/** `integer` is a number on the wire; the framework refuses fractions and what JavaScript cannot count. */
export type PrimitiveName = "string" | "bool" | "number" | "integer";

/** Types as they are written in Terraform's language. */
export type TypeName =
  | PrimitiveName
  | `list(${PrimitiveName})`
  | `set(${PrimitiveName})`
  | `map(${PrimitiveName})`;

interface PrimitiveTypes {
  string: string;
  bool: boolean;
  number: number | ExactNumber;
  integer: number;
}

type Primitive<Name> = Name extends keyof PrimitiveTypes ? PrimitiveTypes[Name] : never;

/** The JavaScript value of a type, once it is known. */
export type KnownValue<Name> = Name extends `${"list" | "set"}(${infer Element})`
  ? readonly Primitive<Element>[]
  : Name extends `map(${infer Element})`
    ? Readonly<Record<string, Primitive<Element>>>
    : Primitive<Name>;

/** Looks at one known value. Runs before anything is planned, and again when more values have become known. */
export type Validator<T> = (value: T, path: AttributePath) => readonly Diagnostic[];

interface AttributeOf<Name extends TypeName> {
  readonly type: Name;
  /** Markdown. */
  readonly description?: string;
  /** Must be in the configuration. */
  readonly required?: boolean;
  /** May be in the configuration. */
  readonly optional?: boolean;
  /** The provider gives it a value; with `optional`, only where the configuration does not. */
  readonly computed?: boolean;
  /** Hidden in what the core prints. It is still in the state. */
  readonly sensitive?: boolean;
  /** Only ever in the configuration: never planned, never stored. */
  readonly writeOnly?: boolean;
  /** Taken when the configuration has no value. */
  readonly default?: KnownValue<Name>;
  /** A change cannot be made in place: the object is destroyed and created anew. */
  readonly requiresReplace?: boolean;
  /** A computed value that other changes leave as it is, such as an id. */
  readonly useStateForUnknown?: boolean;
  /** Why it should no longer be used, and what to use instead. */
  readonly deprecated?: string;
  readonly validators?: readonly Validator<KnownValue<Name>>[];
}

/** One attribute: its type decides what its default and its validators work with. */
export type Attribute = { [Name in TypeName]: AttributeOf<Name> }[TypeName];
export type Attributes = Readonly<Record<string, Attribute>>;

export interface SchemaDefinition<A extends Attributes = Attributes> {
  /** Goes up when stored states need an upgrade. Default: 0. */
  readonly version?: number;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated?: string;
  readonly attributes: A;
}

export interface Schema<A extends Attributes = Attributes> extends SchemaDefinition<A> {
  readonly version: number;
  /** The type of a whole configuration or state. */
  readonly type: ObjectType;
}

/** Checks a schema and derives its type. Throws on a schema that the core would refuse, or that makes no sense. */
export function defineSchema<const A extends Attributes>(definition: SchemaDefinition<A>): Schema<A> {
  const types: Record<string, Type> = {};
  for (const [name, attribute] of Object.entries(definition.attributes)) {
    types[name] = attributeType(name, attribute.type);
    const problem = attributeProblem(name, attribute, types[name]);
    if (problem !== undefined) throw new TypeError(`attribute "${name}" ${problem}`);
  }
  return { version: 0, ...definition, type: ["object", types] };
}

const COLLECTION = /^(list|set|map)\((.*)\)$/;

/** The wire type of a type name, or undefined if it is none. */
export function typeNamed(name: string): Type | undefined {
  const collection = COLLECTION.exec(name);
  if (collection === null) return primitiveType(name);
  const element = primitiveType(collection[2] ?? "");
  return element === undefined ? undefined : [collection[1] as "list" | "set" | "map", element];
}

function primitiveType(name: string): Type | undefined {
  if (name === "integer") return "number";
  return name === "string" || name === "bool" || name === "number" ? name : undefined;
}

function attributeType(name: string, type: string): Type {
  const known = typeNamed(type);
  if (known !== undefined) return known;
  throw new TypeError(
    `attribute "${name}" is of type ${JSON.stringify(type)}: only string, bool, number, integer, and list, set or map ` +
      "of one of them are supported, no nested attributes and no blocks",
  );
}

/** Words that the language itself uses inside resource, data and provider blocks. */
const RESERVED = ["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"];

function attributeProblem(name: string, attribute: Attribute, type: Type): string | undefined {
  const { required, optional, computed, writeOnly, useStateForUnknown } = attribute;
  const hasDefault = attribute.default !== undefined;
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) return "must be named in lower case letters, digits and underscores";
  if (RESERVED.includes(name)) return "has a name that Terraform's language uses itself";
  if (!required && !optional && !computed) return "must be required, optional or computed";
  if (required && (optional || computed)) return "cannot be required and also optional or computed";
  if (hasDefault && !optional) return "has a default and so must be optional";
  if (writeOnly && (computed || hasDefault)) return "is write-only: the provider cannot give it a value";
  // The state has nothing to compare a write-only value with, so that every plan would replace the object.
  if (writeOnly && attribute.requiresReplace) return "is write-only: a change of it cannot be seen";
  if (useStateForUnknown && (!computed || hasDefault)) return "keeps its state but is not computed";
  if (hasDefault) return mismatch(attribute.default as Value, type);
  return undefined;
}

/** True where the provider may choose the value because the configuration does not. */
export function isComputed(attribute: Attribute): boolean {
  return attribute.computed === true || attribute.default !== undefined;
}
