/** The types of TypeDoc's JSON, as a reader of TypeScript writes them. */

export interface Reflection {
  readonly id: number;
  readonly name: string;
  readonly kind: number;
  readonly variant: string;
  readonly flags: {
    readonly isOptional?: boolean;
    readonly isRest?: boolean;
    readonly isStatic?: boolean;
    readonly isReadonly?: boolean;
  };
  readonly comment?: Comment;
  readonly children?: readonly Reflection[];
  readonly signatures?: readonly Reflection[];
  readonly indexSignatures?: readonly Reflection[];
  readonly getSignature?: Reflection;
  readonly parameters?: readonly Reflection[];
  readonly typeParameters?: readonly Reflection[];
  readonly type?: Type;
  readonly default?: Type;
  readonly extendedTypes?: readonly Type[];
  readonly extendedBy?: readonly Type[];
  readonly inheritedFrom?: { readonly name: string };
  readonly target?: number;
}

export interface Comment {
  readonly summary: readonly CommentPart[];
  readonly blockTags?: readonly { readonly tag: string; readonly content: readonly CommentPart[] }[];
}

export interface CommentPart {
  readonly kind: string;
  readonly text: string;
  readonly target?: number | string;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind of type has fields of its own.
export type Type = { readonly type: string } & Record<string, any>;

/** A parameter that is taken apart has no name in the types: an `AttributePath` is a `path`, all others are `options`. */
const nameOf = ({ name, type }: Reflection) =>
  name !== "__namedParameters" ? name : type?.name?.endsWith("Path") ? "path" : "options";

/** `(orderId: string): Promise<void>`, or with ` => `. */
export function signatureText(
  signature: Reflection,
  before = ": ",
  lineWidth = Number.POSITIVE_INFINITY,
): string {
  const given = (signature.parameters ?? []).filter(({ name }) => name !== "this");
  const parameters = given.map((parameter) => {
    const { isRest, isOptional } = parameter.flags;
    return `${isRest ? "..." : ""}${nameOf(parameter)}${isOptional ? "?" : ""}: ${typeText(parameter.type)}`;
  });
  const end = `)${before}${typeText(signature.type)}`;
  // What a type parameter extends is for the compiler: a reader gives values, not types.
  const types = (signature.typeParameters ?? []).map(({ name }) => name).join(", ");
  const start = `${types && `<${types}>`}(`;
  const line = `${start}${parameters.join(", ")}${end}`;
  const isShort = line.length + signature.name.length < lineWidth;
  return isShort ? line : `${start}\n${parameters.map((one) => `  ${one},\n`).join("")}${end}`;
}

export function typeParametersText({ typeParameters }: Reflection): string {
  if (!typeParameters?.length) return "";
  const texts = typeParameters.map(
    ({ name, type, default: usual }) =>
      name + (type ? ` extends ${typeText(type)}` : "") + (usual ? ` = ${typeText(usual)}` : ""),
  );
  return `<${texts.join(", ")}>`;
}

export function typeText(type: Type | undefined): string {
  if (!type) return "unknown";
  const list = (types: readonly Type[] = []) => types.map(typeText).join(", ");
  const inParentheses = (inner: Type) => {
    const isCompound = ["union", "intersection", "conditional", "typeOperator"].includes(inner.type);
    const isFunction = inner.type === "reflection" && inner.declaration.signatures;
    return isCompound || isFunction ? `(${typeText(inner)})` : typeText(inner);
  };
  switch (type.type) {
    case "intrinsic":
    case "unknown":
      return type.name;
    case "literal":
      return type.value === null ? "null" : JSON.stringify(type.value);
    case "reference":
      return type.name + (type.typeArguments?.length ? `<${list(type.typeArguments)}>` : "");
    case "array":
      return `${inParentheses(type.elementType)}[]`;
    case "union":
      return type.types
        .map((one: Type) =>
          one.type === "reflection" || one.type === "conditional" ? inParentheses(one) : typeText(one),
        )
        .join(" | ");
    case "intersection":
      return type.types
        .map((one: Type) => (one.type === "union" ? inParentheses(one) : typeText(one)))
        .join(" & ");
    case "tuple":
      return `[${list(type.elements)}]`;
    case "namedTupleMember":
      return `${type.name}${type.isOptional ? "?" : ""}: ${typeText(type.element)}`;
    case "rest":
      return `...${typeText(type.elementType)}`;
    case "typeOperator":
      return `${type.operator} ${type.operator === "keyof" ? inParentheses(type.target) : typeText(type.target)}`;
    case "indexedAccess":
      return `${inParentheses(type.objectType)}[${typeText(type.indexType)}]`;
    case "query":
      return `typeof ${typeText(type.queryType)}`;
    case "predicate":
      return `${type.asserts ? "asserts " : ""}${type.name}${type.targetType ? ` is ${typeText(type.targetType)}` : ""}`;
    case "conditional":
      return `${typeText(type.checkType)} extends ${typeText(type.extendsType)} ? ${typeText(type.trueType)} : ${typeText(type.falseType)}`;
    case "mapped": {
      const name = type.nameType ? ` as ${typeText(type.nameType)}` : "";
      const optional = type.optionalModifier === "+" ? "?" : "";
      return `{ ${type.readonlyModifier === "+" ? "readonly " : ""}[${type.parameter} in ${typeText(type.parameterType)}${name}]${optional}: ${typeText(type.templateType)} }`;
    }
    case "reflection":
      return objectText(type.declaration);
    default:
      throw new Error(`api-types.ts does not know types like ${JSON.stringify(type)}.`);
  }
}

function objectText({ children = [], signatures = [], indexSignatures = [] }: Reflection): string {
  const [only] = signatures;
  if (only && children.length === 0) return signatureText(only, " => ");
  const index = indexSignatures.map(
    ({ parameters = [], type }) =>
      `[${parameters.map((one) => `${one.name}: ${typeText(one.type)}`).join(", ")}]: ${typeText(type)}`,
  );
  const members = children.map((child) => {
    const [signature] = child.signatures ?? [];
    return signature
      ? child.name + signatureText(signature)
      : `${child.name}${child.flags.isOptional ? "?" : ""}: ${typeText(child.type ?? child.getSignature?.type)}`;
  });
  const all = [...signatures.map((one) => signatureText(one)), ...index, ...members];
  return all.length === 0 ? "{}" : `{ ${all.join("; ")} }`;
}
