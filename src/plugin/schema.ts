import type { AttributePath, Diagnostic } from "./diagnostics.ts";
import { keyProblem } from "./known-keys.ts";
import { mismatch } from "./values/conform.ts";
import type { ExactNumber } from "./values/number.ts";
import type { ObjectType, Type } from "./values/type.ts";
import { Unknown } from "./values/unknown.ts";
import { isList, isRecord, type Value } from "./values/value.ts";

// A schema is data: attributes by name, and blocks for those who need them. A type is written as in Terraform's
// language; that of an object is `object`, and what it consists of stands beside it as attributes of their own.

/** `integer` is a number on the wire; the framework refuses fractions and what JavaScript cannot count. */
type PrimitiveName = "string" | "bool" | "number" | "integer";

/** Types that have a name. */
export type TypeName =
  | PrimitiveName
  | `list(${PrimitiveName})`
  | `set(${PrimitiveName})`
  | `map(${PrimitiveName})`;

/** One object, or many of the same kind. */
export type NestedTypeName = "object" | "list(object)" | "set(object)" | "map(object)";

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

interface AnyAttribute {
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
  /** A change cannot be made in place: the object is destroyed and created again. */
  readonly requiresReplace?: boolean;
  /** A computed value that other changes leave as it is, such as an id. */
  readonly useStateForUnknown?: boolean;
  /** Why it should no longer be used, and what to use instead. */
  readonly deprecated?: string;
}

interface AttributeOf<Name extends TypeName> extends AnyAttribute {
  readonly type: Name;
  /** Only ever in the configuration: never planned, never stored. */
  readonly writeOnly?: boolean;
  /** Taken when the configuration has no value. */
  readonly default?: KnownValue<Name>;
  readonly validators?: readonly Validator<KnownValue<Name>>[];
}

/** An attribute of primitives: its type decides what its default and its validators work with. */
export type PlainAttribute = { [Name in TypeName]: AttributeOf<Name> }[TypeName];

/** An attribute of objects, each with attributes of its own. */
export interface NestedAttribute extends AnyAttribute {
  readonly type: NestedTypeName;
  readonly attributes: Attributes;
}

export type Attribute = PlainAttribute | NestedAttribute;
export type Attributes = Readonly<Record<string, Attribute>>;

/** Objects that are written as blocks. Nested attributes do the same and more; blocks are what older schemas have. */
export interface Block {
  readonly type: Exclude<NestedTypeName, "map(object)">;
  readonly attributes: Attributes;
  readonly blocks?: Blocks;
  readonly description?: string;
  readonly deprecated?: string;
  /** How many there must be at least, and may be at most. Not for a single `object`. */
  readonly minItems?: number;
  readonly maxItems?: number;
}

export type Blocks = Readonly<Record<string, Block>>;

/** What an object consists of. */
export interface Shape {
  readonly attributes: Attributes;
  readonly blocks?: Blocks;
}

export interface SchemaDefinition<A extends Attributes = Attributes, B extends Blocks = Blocks> {
  /** Goes up when stored states need an upgrade. Default: 0. */
  readonly version?: number;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated?: string;
  readonly attributes: A;
  readonly blocks?: B;
}

/** A schema as an author writes it, in which the compiler rejects unknown options. */
export type WrittenSchema<A extends Attributes, B extends Blocks> = SchemaDefinition<
  A & OnlyKnownOptions<A>,
  B & OnlyKnownOptions<B>
>;

type OnlyKnownOptions<Members> = {
  readonly [Name in keyof Members]: {
    readonly [Option in keyof Members[Name]]: Option extends "attributes" | "blocks"
      ? OnlyKnownOptions<Members[Name][Option]>
      : Option extends keyof PlainAttribute | keyof Block
        ? unknown
        : never;
  };
};

export interface Schema<A extends Attributes = Attributes, B extends Blocks = Blocks>
  extends SchemaDefinition<A, B> {
  readonly version: number;
  /** The type of a whole configuration or state. */
  readonly type: ObjectType;
}

/** The blocks of a schema that has none. */
export type NoBlocks = Readonly<Record<never, never>>;

/** Checks a schema and derives its type. Throws on a schema that the core would refuse, or that makes no sense. */
export function defineSchema<const A extends Attributes, const B extends Blocks = NoBlocks>(
  definition: WrittenSchema<A, B> | Schema<A, B>,
): Schema<A, B> {
  if ("type" in definition) return definition;
  const problem = keyProblem(definition, schemaOptions);
  if (problem !== undefined) throw new TypeError(`the schema ${problem}`);
  return { version: 0, ...definition, type: shapeType(definition) };
}

/**
 * What an author wrote, with its schema checked, as the framework calls it. Its methods are called only with values that
 * were read by its schema.
 */
export function withSchema<Defined, A extends Attributes, B extends Blocks>(written: {
  readonly schema: WrittenSchema<A, B>;
}): Defined {
  return { ...written, schema: defineSchema(written.schema) } as unknown as Defined;
}

/** A part of an object: an attribute, or a block. */
export type Member = Attribute | Block;

/** Attributes and blocks by name: they share one namespace. */
export function membersOf({ attributes, blocks }: Shape): [name: string, member: Member][] {
  const members: [string, Member][] = Object.entries(attributes);
  return blocks === undefined ? members : [...members, ...Object.entries(blocks)];
}

/** The members that a path leads through, the outermost first. */
export function membersAlong(path: AttributePath, schema: Shape): Member[] {
  const along: Member[] = [];
  let members = new Map(membersOf(schema));
  let isKey = false;
  for (const step of path) {
    const member: Member | undefined = isKey ? undefined : members.get(String(step));
    // An index or a key leads to an element, which may be called like one of its members.
    isKey = member?.type === "list(object)" || member?.type === "map(object)";
    if (member === undefined) continue;
    along.push(member);
    members = new Map(isNested(member) ? membersOf(member) : []);
  }
  return along;
}

export function isNested(member: Member): member is NestedAttribute | Block {
  return "attributes" in member;
}

/** Where the provider may choose the value because the configuration does not. */
export function isComputed(member: Member): boolean {
  return ("computed" in member && member.computed === true) || defaultOf(member) !== undefined;
}

export function isWriteOnly(member: Member): boolean {
  return "writeOnly" in member && member.writeOnly === true;
}

/** A secret: hidden where the core prints it, or never stored. */
export function isSecret(member: Member): boolean {
  return ("sensitive" in member && member.sensitive === true) || isWriteOnly(member);
}

/** Why a value is not an integer although its type name says so. The type itself is a number. */
export function integerProblem(type: TypeName | Type, value: Value): string | undefined {
  if (typeof type !== "string" || !type.includes("integer")) return undefined;
  const elements = isList(value) ? value : isRecord(value) ? Object.values(value) : [value];
  const isFine = (element: Value) =>
    element === null || element instanceof Unknown || Number.isSafeInteger(element);
  return elements.every(isFine) ? undefined : "must be an integer";
}

export function defaultOf(member: Member): PlainAttribute["default"] {
  return "default" in member ? member.default : undefined;
}

const collection = /^(list|set|map)\((.*)\)$/;

/** The wire type of a type name, or undefined if it is none. */
export function typeNamed(name: string): Type | undefined {
  return typeFrom(name, primitiveType);
}

function typeFrom(name: string, elementType: (name: string) => Type | undefined): Type | undefined {
  const [, kind, elementName] = collection.exec(name) ?? [];
  const element = elementType(elementName ?? name);
  if (element === undefined) return undefined;
  return kind === "list" || kind === "set" || kind === "map" ? [kind, element] : element;
}

function primitiveType(name: string): Type | undefined {
  if (name === "integer") return "number";
  return name === "string" || name === "bool" || name === "number" ? name : undefined;
}

/** The type of an object, whose parts are checked on the way. `place` is in front of the names of what is wrong. */
function shapeType({ attributes, blocks = {} }: Shape, place = ""): ObjectType {
  const types: Record<string, Type> = {};
  const take = (kind: string, name: string, member: Member, problem: (type: Type) => string | undefined) => {
    const what = `${kind} "${place}${name}"`;
    const type = isNested(member) ? nestedType(member, `${place}${name}.`) : typeNamed(member.type);
    if (type === undefined)
      throw new TypeError(`${what} is of type ${JSON.stringify(member.type)}: ${TYPES}`);
    const found = nameProblem(name, types) ?? problem(type);
    if (found !== undefined) throw new TypeError(`${what} ${found}`);
    types[name] = type;
  };
  for (const [name, attribute] of Object.entries(attributes)) {
    take("attribute", name, attribute, (type) => attributeProblem(attribute, type));
  }
  for (const [name, block] of Object.entries(blocks)) take("block", name, block, () => blockProblem(block));
  return ["object", types];
}

const TYPES =
  "only string, bool, number, integer, and list, set or map of one of them are supported; with attributes of its own " +
  "also object, and list, set or map of object";

function nestedType(nested: NestedAttribute | Block, place: string): Type | undefined {
  return typeFrom(nested.type, (name) => (name === "object" ? shapeType(nested, place) : undefined));
}

function nameProblem(name: string, taken: object): string | undefined {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) return "must be named in lower case letters, digits and underscores";
  return Object.hasOwn(taken, name) ? "has the name of an attribute" : undefined;
}

function attributeProblem(attribute: Attribute, type: Type): string | undefined {
  const { required, optional, computed, useStateForUnknown } = attribute;
  const standard = defaultOf(attribute);
  const strange = keyProblem(attribute, isNested(attribute) ? nestedOptions : plainOptions);
  if (strange !== undefined) return strange;
  if (!required && !optional && !computed) return "must be required, optional or computed";
  if (required && (optional || computed)) return "cannot be required and also optional or computed";
  if (standard !== undefined && !optional) return "has a default and so must be optional";
  if (isWriteOnly(attribute)) {
    if (computed || standard !== undefined) return "is write-only: the provider cannot give it a value";
    // The state has nothing to compare a write-only value with, so that every plan would replace the object.
    if (attribute.requiresReplace) return "is write-only: a change of it cannot be seen";
  }
  if (useStateForUnknown && (!computed || standard !== undefined))
    return "keeps its state but is not computed";
  if (attribute.type === "set(object)" && hasWriteOnly(attribute)) return setOfWriteOnly;
  if (standard === undefined || isNested(attribute)) return undefined;
  return mismatch(standard, type) ?? integerProblem(attribute.type, standard);
}

function blockProblem(block: Block): string | undefined {
  const { type, minItems, maxItems } = block;
  const strange = keyProblem(block, blockOptions);
  if (strange !== undefined) return strange;
  if (type === "object" && (minItems ?? maxItems) !== undefined)
    return "is a single one and cannot be counted";
  if ((minItems ?? 0) > (maxItems ?? Number.POSITIVE_INFINITY))
    return "has a minItems that is larger than its maxItems";
  return type === "set(object)" && hasWriteOnly(block) ? setOfWriteOnly : undefined;
}

const setOfWriteOnly = "is a set: nothing in it can be write-only";

function hasWriteOnly(shape: Shape): boolean {
  return membersOf(shape).some(([, member]) =>
    isNested(member) ? hasWriteOnly(member) : isWriteOnly(member),
  );
}

// The options of a schema and of its parts. A schema with any other option is refused.

const DESCRIPTION = ["description", "deprecated"] as const;

const schemaOptions: readonly (keyof SchemaDefinition)[] = [
  "attributes",
  "blocks",
  "version",
  ...DESCRIPTION,
];

const attributeOptions: readonly (keyof PlainAttribute & keyof NestedAttribute)[] = [
  "type",
  "required",
  "optional",
  "computed",
  "sensitive",
  "requiresReplace",
  "useStateForUnknown",
  ...DESCRIPTION,
];

const plainOptions: readonly (keyof PlainAttribute)[] = [
  ...attributeOptions,
  "writeOnly",
  "default",
  "validators",
];

const nestedOptions: readonly (keyof NestedAttribute)[] = [...attributeOptions, "attributes"];

const blockOptions: readonly (keyof Block)[] = [
  "type",
  "attributes",
  "blocks",
  "minItems",
  "maxItems",
  ...DESCRIPTION,
];
