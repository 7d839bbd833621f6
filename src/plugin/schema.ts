import type { AttributePath, Diagnostic } from "./diagnostics.ts";
import type { Uncertain } from "./known.ts";
import type { Rule } from "./rule.ts";
import type { KnownValue, TypeName } from "./type-name.ts";
import type { ObjectType, Type } from "./values/type.ts";
import type { ObjectValue, Value } from "./values/value.ts";

// A schema is data: attributes by name, and blocks where an older schema needs them. Types have the names of
// Terraform's language. An `object` has attributes of its own.

/** One object, or several of the same kind. */
export type NestedTypeName = "object" | "list(object)" | "set(object)" | "map(object)";

/**
 * Checks one known value. Runs before the plan, and again when more values have become known. `certorder/plugin/validators`
 * has the usual ones.
 *
 *     const isEven: Validator<number> = (value, path, name) =>
 *       value % 2 === 0 ? [] : [error("Odd number", `"${name}" must be even.`, path)];
 *
 * `name` is the path as text, such as `rules["web"][2].port`. `type` is the type of the value: it tells a set from a list.
 */
export type Validator<T> = (value: T, path: AttributePath, name: string, type: Type) => readonly Diagnostic[];

/** The planned change of one value. */
export interface ValueChange<T> {
  readonly path: AttributePath;
  /** The argument; null if the configuration has none. */
  readonly config: Uncertain<T> | null;
  /** The stored value; null if there is none, also for an object that is created. */
  readonly prior: T | null;
  /** The value planned so far. */
  readonly planned: Uncertain<T> | null;
}

interface AttributeBase<T> {
  /** Markdown. */
  readonly description?: string;
  /** Must be in the configuration. */
  readonly required?: boolean;
  /** May be in the configuration. */
  readonly optional?: boolean;
  /** The provider sets the value; with `optional`, only if the configuration does not. */
  readonly computed?: boolean;
  /** The core hides it in its output. It is still in the state. */
  readonly sensitive?: boolean;
  /** Exists only in the configuration, with all its parts: never planned, never stored. */
  readonly writeOnly?: boolean;
  /** The value if the configuration has none. */
  readonly default?: T;
  readonly validators?: readonly Validator<T>[];
  /**
   * A change replaces the object: it is destroyed and created again. A function decides for each change. It is called
   * only for values that differ, and not inside sets.
   */
  readonly requiresReplace?: boolean | ((change: ValueChange<T>) => boolean);
  /** A computed value that does not change when other attributes do, such as an id. */
  readonly useStateForUnknown?: boolean;
  /** Plans another value. Runs before the `modifyPlan` of the resource. Not inside sets. */
  modifyPlan?(change: ValueChange<T>): Uncertain<T> | null;
  /** Why it should no longer be used, and what to use instead. */
  readonly deprecated?: string;
}

interface PlainBase<Name, T> extends AttributeBase<T> {
  readonly type: Name;
  /**
   * Whether two values mean the same, such as JSON with different white space. Then the value that the user knows
   * stays: a plan keeps the stored value, and a state keeps the planned or stored one. Not inside sets.
   */
  semanticEquals?(left: T, right: T): boolean;
}

interface AttributeOf<Name extends TypeName> extends PlainBase<Name, KnownValue<Name>> {
  readonly allowNullElements?: false;
}

interface WithNullElements<Name extends TypeName> extends PlainBase<Name, KnownValue<Name, null>> {
  /** The elements of a list, set or map may be null, at every level. Otherwise no element is ever null. */
  readonly allowNullElements: true;
}

/** The name of a type that has elements. */
export type CollectionName = `${"list" | "set" | "map"}(${string})`;

/** An attribute without attributes of its own. Its type gives the types of its default and its validators. */
export type PlainAttribute =
  | { [Name in TypeName]: AttributeOf<Name> }[TypeName]
  | { [Name in TypeName & CollectionName]: WithNullElements<Name> }[TypeName & CollectionName];

/** The names of its options. */
export type PlainOption = keyof AttributeOf<"string">;

interface NestedValues<Element> {
  object: ObjectValue;
  "list(object)": readonly Element[];
  "set(object)": readonly Element[];
  "map(object)": Readonly<Record<string, Element>>;
}

interface NestedAttributeOf<Name extends NestedTypeName>
  extends AttributeBase<NestedValues<ObjectValue>[Name]>,
    Shape {
  readonly type: Name;
  readonly blocks?: never;
  readonly allowNullElements?: false;
}

interface NestedWithNullElements<Name extends NestedTypeName>
  extends AttributeBase<NestedValues<ObjectValue | null>[Name]>,
    Shape {
  readonly type: Name;
  readonly blocks?: never;
  /**
   * Objects may be null. Otherwise none is ever null. OpenTofu 1.12 crashes if an object is null and the provider sets a
   * value in another object of the same list or map, such as a default. Terraform 1.8.3 and later do not.
   */
  readonly allowNullElements: true;
}

/** An attribute with objects that have attributes of their own. */
export type NestedAttribute =
  | { [Name in NestedTypeName]: NestedAttributeOf<Name> }[NestedTypeName]
  | { [Name in Exclude<NestedTypeName, "object">]: NestedWithNullElements<Name> }[Exclude<
      NestedTypeName,
      "object"
    >];

export type NestedOption = keyof NestedAttributeOf<"object">;

/** An attribute: a plain one, or one with objects that have attributes of their own. */
export type Attribute = PlainAttribute | NestedAttribute;
/** Attributes by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** Objects that are written as blocks, as in older schemas. Nested attributes can do all that blocks can, and more. */
export interface Block extends Shape {
  readonly type: Exclude<NestedTypeName, "map(object)">;
  readonly description?: string;
  readonly deprecated?: string;
  /** The smallest and the largest number of blocks. Not for a single `object`. */
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Blocks by name. */
export type Blocks = Readonly<Record<string, Block>>;

/** The parts of an object. */
export interface Shape {
  readonly attributes: Attributes;
  readonly blocks?: Blocks;
  /** Rules about arguments that depend on each other. */
  readonly rules?: readonly Rule[];
}

/** A schema as its author writes it. */
export interface SchemaDefinition<A extends Attributes = Attributes, B extends Blocks = Blocks>
  extends Shape {
  /** Increase it when stored states need an upgrade. Default: 0. */
  readonly version?: number;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated?: string;
  readonly attributes: A;
  readonly blocks?: B;
}

/** A schema that was checked. `defineSchema` returns it. */
export interface Schema<A extends Attributes = Attributes, B extends Blocks = Blocks>
  extends SchemaDefinition<A, B> {
  readonly version: number;
  /** The type of a whole configuration or state. */
  readonly type: ObjectType;
}

/** The blocks of a schema that has none. */
export type NoBlocks = Readonly<Record<never, never>>;

/** A part of an object: an attribute or a block. */
export type Member = Attribute | Block;

/** Attributes and blocks by name. No attribute has the name of a block. */
export function listMembers({ attributes, blocks }: Shape): [name: string, member: Member][] {
  const members: [string, Member][] = Object.entries(attributes);
  return blocks === undefined ? members : [...members, ...Object.entries(blocks)];
}

/** The members on a path, the outermost first. */
export function membersOnPath(path: AttributePath, schema: Shape): Member[] {
  const along: Member[] = [];
  let members = new Map(listMembers(schema));
  let isKey = false;
  for (const step of path) {
    const member: Member | undefined = isKey ? undefined : members.get(String(step));
    // An index or a key selects an element. A key may have the name of a member.
    isKey = member?.type === "list(object)" || member?.type === "map(object)";
    if (member === undefined) continue;
    along.push(member);
    members = new Map(isNested(member) ? listMembers(member) : []);
  }
  return along;
}

export function isNested(member: Member): member is NestedAttribute | Block {
  return "attributes" in member;
}

/** Whether the provider may choose the value if the configuration has none. */
export function isComputed(member: Member): boolean {
  return ("computed" in member && member.computed === true) || defaultValue(member) !== undefined;
}

export function isWriteOnly(member: Member): boolean {
  return "writeOnly" in member && member.writeOnly === true;
}

/** Whether it is secret: hidden in the output of the core, or never stored. */
export function isSecret(member: Member): boolean {
  return ("sensitive" in member && member.sensitive === true) || isWriteOnly(member);
}

/** Whether the elements of its value may be null. A block is never null. */
export function allowsNullElements(member: Member): boolean {
  return "allowNullElements" in member && member.allowNullElements === true;
}

export function defaultValue(member: Member): Value | undefined {
  return "default" in member ? member.default : undefined;
}
