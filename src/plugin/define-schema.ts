import { pathText } from "./diagnostics.ts";
import { keyProblem } from "./known-keys.ts";
import type { NullElement, ObjectAt } from "./model.ts";
import { findNullElements } from "./primitives.ts";
import type { Rule } from "./rule.ts";
import {
  type Attribute,
  type Attributes,
  allowsNullElements,
  type Block,
  type Blocks,
  type CollectionName,
  defaultValue,
  isNested,
  isWriteOnly,
  listMembers,
  type Member,
  type NestedAttribute,
  type NestedOption,
  type NoBlocks,
  type PlainOption,
  type Schema,
  type SchemaDefinition,
  type Shape,
} from "./schema.ts";
import { collectionNamed, integerProblem, typeNamed } from "./type-name.ts";
import { mismatch } from "./values/conform.ts";
import type { ObjectType, Type } from "./values/type.ts";

// The types reject a schema that the framework or the core would refuse at the start. The checks below find what the
// compiler cannot see, and they help authors who use no compiler.

/**
 * A schema, or the definition that an author writes. `Never` lists the options that make no sense in this kind of
 * schema.
 */
export type WrittenSchema<A extends Attributes, B extends Blocks, Never extends string = never> =
  | Schema<A, B>
  | (SchemaDefinition<A & WrittenAttributes<A, Never>, B & WrittenBlocks<B, Never>> & {
      readonly rules?: readonly Rule<NoInfer<(keyof A | keyof B) & string>>[];
    });

/** Attributes of the general type cannot be checked one by one. */
type WrittenAttributes<A, Never> = string extends keyof A
  ? unknown
  : { readonly [Name in keyof A]: WrittenAttribute<A[Name], Never> };

type WrittenAttribute<A, Never> = Attribute extends A ? unknown : CheckedAttribute<A, Never>;

type CheckedAttribute<A, Never> = A extends { readonly attributes: infer Inner }
  ? OnlyKnown<A, Exclude<NestedOption, Never>> & {
      readonly attributes: WrittenAttributes<Inner, Never>;
      readonly rules?: readonly Rule<keyof Inner & string>[];
      readonly default?: DefaultOf<A, Inner>;
    } & Without<AttributeProblem<A>>
  : OnlyKnown<A, Exclude<PlainOption, Never>> & Without<AttributeProblem<A>>;

type DefaultOf<A, Inner> = Inner extends Attributes
  ? A extends { readonly type: "object" }
    ? ObjectAt<"state", Inner, NoBlocks>
    : A extends { readonly type: "map(object)" }
      ? Readonly<Record<string, ObjectAt<"state", Inner, NoBlocks> | NullElement<A>>>
      : readonly (ObjectAt<"state", Inner, NoBlocks> | NullElement<A>)[]
  : never;

type WrittenBlocks<B, Never> = string extends keyof B
  ? unknown
  : { readonly [Name in keyof B]: WrittenBlock<B[Name], Never> };

type WrittenBlock<B, Never> = Block extends B ? unknown : CheckedBlock<B, Never>;

type CheckedBlock<B, Never> = OnlyKnown<B, keyof Block> &
  (B extends { readonly attributes: infer Inner }
    ? {
        readonly attributes: WrittenAttributes<Inner, Never>;
        readonly rules?: readonly Rule<(keyof Inner | InnerBlocks<B>) & string>[];
      }
    : unknown) &
  (B extends { readonly blocks: infer Inner } ? { readonly blocks: WrittenBlocks<Inner, Never> } : unknown) &
  Without<BlockProblem<B>>;

type InnerBlocks<B> = B extends { readonly blocks: infer Inner } ? keyof Inner : never;

/** Data sources and ephemeral resources: nothing is planned or stored. */
export type NotWhenLookedUp =
  | "default"
  | "writeOnly"
  | "requiresReplace"
  | "useStateForUnknown"
  | "modifyPlan";

/** Actions and list resources: they have only arguments. An action can have write-only ones. */
export type NotInArguments = Exclude<NotWhenLookedUp, "writeOnly"> | "computed";

/** Rejects unknown options. */
type OnlyKnown<Written, Option> = {
  readonly [Name in keyof Written]: Name extends Option ? unknown : never;
};

/** Rejects a member with a problem. The compiler shows the text of the problem. */
type Without<Problem> = [Problem] extends [never] ? unknown : { readonly problem: Problem };

type Has<Option extends string> = { readonly [O in Option]: true };
type HasDefault = { readonly default: unknown };

type AttributeProblem<A> =
  | (A extends Has<"required"> | Has<"optional"> | Has<"computed">
      ? never
      : "must be required, optional or computed")
  | (A extends Has<"required"> & (Has<"optional"> | Has<"computed">)
      ? "cannot be required and also optional or computed"
      : never)
  | (A extends HasDefault
      ? A extends Has<"optional">
        ? never
        : "has a default and so must be optional"
      : never)
  | (A extends Has<"writeOnly">
      ? A extends Has<"computed"> | HasDefault
        ? "is write-only: the provider cannot set it"
        : A extends { readonly requiresReplace: unknown }
          ? "is write-only: its changes cannot be detected"
          : never
      : never)
  | (A extends Has<"allowNullElements">
      ? A extends { readonly type: CollectionName }
        ? never
        : "has allowNullElements but no elements"
      : never)
  | (A extends Has<"useStateForUnknown">
      ? A extends HasDefault
        ? "has useStateForUnknown but is not computed"
        : A extends Has<"computed">
          ? never
          : "has useStateForUnknown but is not computed"
      : never);

type BlockProblem<B> = B extends { readonly type: "object" }
  ? B extends { readonly minItems: unknown } | { readonly maxItems: unknown }
    ? "is a single block and cannot have minItems or maxItems"
    : never
  : never;

/** Checks a schema and derives its type. Throws if the core would refuse the schema, or if it makes no sense. */
export function defineSchema<const A extends Attributes, const B extends Blocks = NoBlocks>(
  definition: WrittenSchema<A, B>,
): Schema<A, B> {
  if ("type" in definition) return definition;
  const problem =
    keyProblem(definition, schemaOptions) ??
    rulesProblem(definition) ??
    (isCount(definition.version ?? 0, 0) ? undefined : "has a version that is not a whole number from 0");
  if (problem !== undefined) throw new TypeError(`the schema ${problem}`);
  return { version: 0, ...definition, type: shapeType(definition, "", false) };
}

/**
 * The author's definition with its schema checked, in the type that the framework uses. The cast is safe: the framework
 * calls its methods only with values that it has read by this schema.
 */
export function withSchema<Defined>(written: { readonly schema: SchemaDefinition }): Defined {
  try {
    return { ...written, schema: defineSchema<Attributes, Blocks>(written.schema) } as unknown as Defined;
  } catch (problem) {
    // Here it has no name yet. `defineProvider` reads the schema and adds the name to the message.
    const whenRead = {
      get(): never {
        throw problem;
      },
      enumerable: true,
    };
    return Object.defineProperty({ ...written }, "schema", whenRead) as unknown as Defined;
  }
}

/** Reads the schema of a definition. Its mistake, if it has one, is thrown with the name of the definition. */
export function readSchema(name: string, definition: { readonly schema: Schema }): Schema {
  try {
    return definition.schema;
  } catch (problem) {
    if (problem instanceof TypeError) problem.message = `"${name}": ${problem.message}`;
    throw problem;
  }
}

/** The type of an object. Checks all of its members. Messages put `place` before the name of a member. */
function shapeType({ attributes, blocks = {} }: Shape, place: string, inSet: boolean): ObjectType {
  const types: Record<string, Type> = {};
  const take = (kind: string, name: string, member: Member, problem: (type: Type) => string | undefined) => {
    const what = `${kind} "${place}${name}"`;
    const isSet = inSet || member.type === "set(object)";
    const type = isNested(member) ? nestedType(member, `${place}${name}.`, isSet) : typeNamed(member.type);
    if (type === undefined)
      throw new TypeError(`${what} is of type ${JSON.stringify(member.type)}: ${typeHelp}`);
    const mistake = nameProblem(name, types) ?? problem(type) ?? (inSet ? inSetProblem(member) : undefined);
    if (mistake !== undefined) throw new TypeError(`${what} ${mistake}`);
    types[name] = type;
  };
  for (const [name, attribute] of Object.entries(attributes)) {
    take("attribute", name, attribute, (type) => attributeProblem(attribute, type));
  }
  for (const [name, block] of Object.entries(blocks)) take("block", name, block, () => blockProblem(block));
  return ["object", types];
}

const typeHelp =
  "use string, bool, number, integer, int64 or dynamic, a list, set or map of them (not of dynamic), two levels deep, or " +
  "with attributes: object, or a list, set or map of object";

function nestedType(nested: NestedAttribute | Block, place: string, inSet: boolean): Type | undefined {
  const ofObjects = ["object", "list(object)", "set(object)", "map(object)"].includes(nested.type);
  return ofObjects ? collectionNamed(nested.type, () => shapeType(nested, place, inSet)) : undefined;
}

function nameProblem(name: string, taken: object): string | undefined {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) return "must be named in lower case letters, digits and underscores";
  return Object.hasOwn(taken, name) ? "has the name of an attribute" : undefined;
}

function attributeProblem(attribute: Attribute, type: Type): string | undefined {
  const { required, optional, computed, useStateForUnknown } = attribute;
  const standard = defaultValue(attribute);
  const strange = keyProblem(attribute, isNested(attribute) ? nestedOptions : plainOptions);
  if (strange !== undefined) return strange;
  if (!required && !optional && !computed) return "must be required, optional or computed";
  if (required && (optional || computed)) return "cannot be required and also optional or computed";
  if (standard !== undefined && !optional) return "has a default and so must be optional";
  if (isWriteOnly(attribute)) {
    if (computed || standard !== undefined) return "is write-only: the provider cannot set it";
    // The state has no write-only value to compare with, so every plan would replace the object.
    if (attribute.requiresReplace) return "is write-only: its changes cannot be detected";
    if (isNested(attribute) && hasMember(attribute, (member) => "computed" in member && !!member.computed))
      return "is write-only: nothing in it can be computed";
  }
  if (useStateForUnknown && (!computed || standard !== undefined))
    return "has useStateForUnknown but is not computed";
  if (allowsNullElements(attribute) && !/^(list|set|map)\(/.test(attribute.type))
    return "has allowNullElements but no elements";
  if (isNested(attribute)) {
    const wrong = rulesProblem(attribute);
    if (wrong !== undefined) return wrong;
  }
  if (standard === undefined) return undefined;
  const wrong = mismatch(standard, type);
  if (wrong !== undefined)
    return wrong.path.length === 0
      ? wrong.problem
      : `has a wrong default: ${pathText(["default", ...wrong.path], ["object", { default: type }])} ${wrong.problem}`;
  if (isNested(attribute)) return undefined;
  if (!allowsNullElements(attribute) && findNullElements(standard, type, ["default"]).length > 0)
    return "has a default with a null element, which needs allowNullElements";
  return integerProblem(attribute.type, standard);
}

/** Objects in a set have no index or key, so a value cannot be compared with its prior value. */
function inSetProblem(member: Member): string | undefined {
  const { requiresReplace }: { requiresReplace?: unknown } = member as Partial<Attribute>;
  const option = isWriteOnly(member)
    ? "writeOnly"
    : member.type === "dynamic"
      ? "dynamic"
      : typeof requiresReplace === "function"
        ? "a function as requiresReplace"
        : ["modifyPlan", "semanticEquals"].find((name) => name in member);
  return option && `is in a set: ${option} does not work there`;
}

function blockProblem(block: Block): string | undefined {
  const { type, minItems, maxItems } = block;
  const strange = keyProblem(block, blockOptions) ?? rulesProblem(block);
  if (strange !== undefined) return strange;
  if (type === "object" && (minItems ?? maxItems) !== undefined)
    return "is a single block and cannot have minItems or maxItems";
  if (!isCount(minItems ?? 0, 0)) return "has a minItems that is not a whole number from 0";
  // The protocol takes 0 as "no limit".
  if (!isCount(maxItems ?? 1, 1)) return "has a maxItems that is not a whole number from 1";
  if ((minItems ?? 0) > (maxItems ?? Number.POSITIVE_INFINITY))
    return "has a minItems that is larger than its maxItems";
  return undefined;
}

function isCount(count: number, least: number): boolean {
  return Number.isSafeInteger(count) && count >= least;
}

function rulesProblem(shape: Shape): string | undefined {
  const names = new Set(listMembers(shape).map(([name]) => name));
  const strange = shape.rules?.flatMap((rule) => rule.names).find((name) => !names.has(name));
  return strange === undefined
    ? undefined
    : `has a rule about "${strange}", which is not an attribute or block of it`;
}

function hasMember(shape: Shape, test: (member: Member) => boolean): boolean {
  return listMembers(shape).some(
    ([, member]) => test(member) || (isNested(member) && hasMember(member, test)),
  );
}

// The options of a schema and of its members. A schema with any other option is refused.

const descriptionMembers = ["description", "deprecated"] as const;

const schemaOptions: readonly (keyof SchemaDefinition)[] = [
  "attributes",
  "blocks",
  "rules",
  "version",
  ...descriptionMembers,
];

const attributeOptions: readonly (PlainOption & NestedOption)[] = [
  "type",
  "required",
  "optional",
  "computed",
  "allowNullElements",
  "sensitive",
  "writeOnly",
  "default",
  "validators",
  "requiresReplace",
  "useStateForUnknown",
  "modifyPlan",
  ...descriptionMembers,
];

const plainOptions: readonly PlainOption[] = [...attributeOptions, "semanticEquals"];

const nestedOptions: readonly NestedOption[] = [...attributeOptions, "attributes", "rules"];

const blockOptions: readonly (keyof Block)[] = [
  "type",
  "attributes",
  "blocks",
  "rules",
  "minItems",
  "maxItems",
  ...descriptionMembers,
];
