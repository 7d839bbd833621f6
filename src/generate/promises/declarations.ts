import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "vite";
import type { Part, Promised } from "./compare.ts";

// Reads declarations (.d.ts) as the compiler writes them. Types are compared as text, so an equivalent type that is written in
// another way counts as another one.

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // biome-ignore lint/suspicious/noExplicitAny: each type of node has other members
  readonly [member: string]: any;
}

interface Declaration {
  readonly file: string;
  readonly name: string;
  /** More than one if a function has overloads. */
  readonly nodes: readonly Node[];
}

type Found = Declaration | { readonly from: string } | undefined;

interface Module {
  readonly text: string;
  readonly own: Map<string, Node[]>;
  readonly imported: Map<string, readonly [from: string, name: string]>;
  readonly exported: Map<string, readonly [from: string | undefined, name: string]>;
  readonly stars: readonly string[];
}

/** Describes every export of these modules, and every type that they need. */
export function describeExports(entries: Readonly<Record<string, string>>): Record<string, Promised> {
  const reader = new Reader();
  const described: Record<string, Promised> = {};
  const owners = new Map<string, string>();
  for (const [module, file] of Object.entries(entries))
    for (const name of reader.exportsOf(file)) {
      const owner = `${module}: ${name}`;
      const found = reader.find(file, name);
      if (!found || "from" in found) {
        described[owner] = { [name]: { read: `all of ${found?.from}` } };
        continue;
      }
      const known = owners.get(idOf(found));
      if (known === undefined) owners.set(idOf(found), owner);
      else described[owner] = { [name]: { read: known } };
      reader.visit(found, "read");
    }
  for (const declaration of reader.visited()) {
    const owner = owners.get(idOf(declaration)) ?? unusedName(`not exported: ${declaration.name}`, described);
    const parts = reader.describe(declaration);
    described[owner] = {
      ...described[owner],
      ...(owners.has(idOf(declaration)) ? parts : namesOnly(declaration, parts)),
    };
  }
  return Object.fromEntries(Object.entries(described).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Of a constant that is not exported, types use the names at most. */
function namesOnly({ nodes }: Declaration, parts: Promised): Promised {
  if (nodes[0]?.type !== "VariableDeclarator") return parts;
  return Object.fromEntries(Object.keys(parts).map((name) => [name, { read: "any" }]));
}

/** Two files may have a type of the same name. */
function unusedName(name: string, used: object): string {
  return name in used ? unusedName(`${name}'`, used) : name;
}

type Direction = "give" | "read";
const opposite = { give: "read", read: "give" } as const;

const generated = join("cdktn", "generated");
const idOf = ({ file, name }: Declaration) => `${file}#${name}`;

class Reader {
  readonly #modules = new Map<string, Module>();
  readonly #visited = new Map<
    string,
    { readonly declaration: Declaration; readonly directions: Set<Direction> }
  >();

  visited(): Declaration[] {
    return [...this.#visited.values()].map(({ declaration }) => declaration);
  }

  exportsOf(file: string): string[] {
    const { exported, stars } = this.#read(file);
    return [...exported.keys(), ...stars.flatMap((from) => this.exportsOf(fileOf(file, from)))].sort();
  }

  /** What a module exports under a name. */
  find(file: string, name: string): Found {
    const { exported, stars } = this.#read(file);
    const entry = exported.get(name);
    if (!entry) {
      const star = stars
        .map((from) => fileOf(file, from))
        .find((from) => this.exportsOf(from).includes(name));
      return star === undefined ? undefined : this.find(star, name);
    }
    const [from, local] = entry;
    if (from === undefined) return this.#findLocal(file, local);
    return local === "*" || !from.startsWith(".") ? { from } : this.find(fileOf(file, from), local);
  }

  #findLocal(file: string, name: string): Found {
    const { own, imported } = this.#read(file);
    const nodes = own.get(name);
    if (nodes) return { file, name, nodes };
    const [from, local] = imported.get(name) ?? [];
    if (from === undefined || local === undefined) return undefined;
    return from.startsWith(".") && local !== "*" ? this.find(fileOf(file, from), local) : { from };
  }

  /** Notes whether users give values of a type or read them, and the same of all types in it. */
  visit(declaration: Declaration, direction: Direction): void {
    // These come from the provider's schema, which is promised by itself.
    if (declaration.file.includes(generated)) return;
    const seen = this.#visited.get(idOf(declaration)) ?? { declaration, directions: new Set() };
    if (seen.directions.has(direction)) return;
    this.#visited.set(idOf(declaration), seen);
    seen.directions.add(direction);
    for (const node of declaration.nodes) this.#walk(declaration.file, node, direction);
  }

  #walk(file: string, node: Node, direction: Direction): void {
    if (isPrivate(node)) return;
    const reference =
      node.type === "TSTypeReference"
        ? node.typeName
        : node.type === "TSTypeQuery"
          ? node.exprName
          : node.type === "TSInterfaceHeritage"
            ? node.expression
            : node.superClass;
    if (reference?.type === "Identifier") {
      const found = this.#findLocal(file, reference.name);
      if (found && !("from" in found)) this.visit(found, direction);
    }
    for (const [name, member] of Object.entries(node))
      for (const child of Array.isArray(member) ? member : [member])
        if (typeof child?.type === "string")
          this.#walk(file, child, name === "params" && isFunction(node) ? opposite[direction] : direction);
  }

  describe(declaration: Declaration): Promised {
    const { file, name, nodes } = declaration;
    const isGiven = this.#visited.get(idOf(declaration))?.directions.has("give");
    const describer = new Describer(this.#read(file).text, isGiven ? "give" : "read");
    return describer.declaration(name, nodes);
  }

  #read(file: string): Module {
    const known = this.#modules.get(file);
    if (known) return known;
    const read = readModule(readFileSync(file, "utf8"));
    this.#modules.set(file, read);
    return read;
  }
}

const isFunction = ({ type }: Node) =>
  /Function|MethodSignature|ConstructSignature|CallSignature|ConstructorType/.test(type);
const isPrivate = ({ accessibility, key }: Node) =>
  accessibility === "private" || key?.type === "PrivateIdentifier";

const fileOf = (file: string, from: string) => join(dirname(file), from.replace(/\.(?:ts|js)$/, ".d.ts"));

function readModule(text: string): Module {
  const module = { own: new Map(), imported: new Map(), exported: new Map() };
  const stars: string[] = [];
  const declare = (node: Node, isExported: boolean) => {
    for (const one of node.type === "VariableDeclaration" ? node.declarations : [node]) {
      module.own.set(one.id.name, [...(module.own.get(one.id.name) ?? []), one]);
      if (isExported) module.exported.set(one.id.name, [undefined, one.id.name]);
    }
  };
  for (const node of parseAst(text, { lang: "dts" }).body as readonly Node[])
    if (node.type === "ImportDeclaration")
      for (const { local, imported } of node.specifiers)
        module.imported.set(local.name, [node.source.value, imported?.name ?? "*"]);
    else if (node.type === "ExportAllDeclaration")
      if (node.exported) module.exported.set(node.exported.name, [node.source.value, "*"]);
      else stars.push(node.source.value);
    else if (node.type === "ExportNamedDeclaration" && node.declaration) declare(node.declaration, true);
    else if (node.type === "ExportNamedDeclaration")
      for (const { local, exported } of node.specifiers)
        module.exported.set(exported.name, [node.source?.value, local.name]);
    else declare(node, false);
  return { text, stars, ...module };
}

class Describer {
  readonly #text: string;
  readonly #direction: Direction;

  constructor(text: string, direction: Direction) {
    this.#text = text;
    this.#direction = direction;
  }

  declaration(name: string, nodes: readonly Node[]): Promised {
    const [node] = nodes as [Node];
    const generics = this.#write(node.typeParameters);
    const about = generics === "" ? {} : { "type parameters": { read: generics } };
    switch (node.type) {
      case "ClassDeclaration":
      case "TSInterfaceDeclaration": {
        const parents = [node.superClass, ...(node.extends ?? []), ...(node.implements ?? [])].filter(
          Boolean,
        );
        const list = parents.map((parent) => this.#write(parent)).join(", ");
        return { ...about, ...(list && { extends: { read: list } }), ...this.#members(node.body.body, name) };
      }
      case "TSTypeAliasDeclaration": {
        const { typeAnnotation } = node;
        if (typeAnnotation.type === "TSTypeLiteral")
          return { ...about, ...this.#members(typeAnnotation.members, name) };
        return { ...about, [name]: this.#type(typeAnnotation) };
      }
      case "VariableDeclarator": {
        const type = node.id.typeAnnotation?.typeAnnotation;
        if (type?.type !== "TSTypeLiteral") return { [name]: { read: this.#write(type) } };
        return this.#members(type.members, name);
      }
      default:
        return { ...about, ...this.#functions(name, nodes) };
    }
  }

  #members(all: readonly Node[], owner: string): Promised {
    const parts: Record<string, Part> = {};
    const methods = new Map<string, Node[]>();
    for (const node of all.filter((one) => !isPrivate(one))) {
      const name = node.key ? this.#write(node.key) : node.type;
      const isMethod = node.type === "TSMethodSignature" || node.type === "MethodDefinition";
      if (isMethod && node.kind !== "get") {
        // Only certorder makes its errors.
        if (node.kind === "constructor" && owner.endsWith("Error")) continue;
        methods.set(name, [...(methods.get(name) ?? []), node.value ?? node]);
      } else if (isMethod)
        parts[name] = { read: this.#write((node.value ?? node).returnType?.typeAnnotation) };
      else if (node.typeAnnotation?.typeAnnotation && node.key)
        parts[name] = { ...this.#type(node.typeAnnotation.typeAnnotation), ...optional(node) };
      else parts[name] = { read: this.#write(node) };
    }
    return Object.assign(parts, ...[...methods].map(([name, nodes]) => this.#functions(name, nodes)));
  }

  /** A function in parts, so that a further optional argument is no other type. Overloads are one text. */
  #functions(name: string, nodes: readonly Node[]): Promised {
    const [node] = nodes as [Node];
    if (nodes.length > 1) return { [`${name}()`]: { read: nodes.map((one) => this.#write(one)).join(" ") } };
    const { params, returnType, typeParameters } = node;
    const result = [typeParameters, returnType?.typeAnnotation]
      .map((one) => this.#write(one))
      .join(" ")
      .trim();
    return {
      [`${name}()`]: { read: result },
      ...Object.fromEntries(
        (params as readonly Node[]).map((param, index) => [
          `${name}(${index + 1})`,
          { give: this.#write(param.typeAnnotation?.typeAnnotation), ...optional(param) },
        ]),
      ),
    };
  }

  #type(node: Node): Part {
    const all: readonly Node[] = node.type === "TSUnionType" ? node.types : [node];
    const members = all.filter(({ type }) => type !== "TSUndefinedKeyword");
    const values = members.flatMap(({ type, literal }) =>
      type === "TSLiteralType" && typeof literal.value === "string" ? [literal.value as string] : [],
    );
    const isWords = values.length > 0 && values.length === members.length;
    const text = isWords ? (members.length === all.length ? "word" : "word | undefined") : this.#write(node);
    const part = this.#direction === "give" ? { give: text } : { read: text };
    return isWords ? { ...part, values: values.sort() } : part;
  }

  /** A text with a space in it is for people: no type of it is promised. */
  #write(node: Node | null | undefined): string {
    if (!node) return "";
    return this.#text
      .slice(node.start, node.end)
      .replaceAll(/\/\*\*.*?\*\//gs, "")
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, (literal) => (literal.includes(" ") ? "string" : literal))
      .replaceAll(/\s+/g, " ")
      .trim();
  }
}

const optional = (node: Node): { optional?: true } =>
  node.optional || node.type === "RestElement" ? { optional: true } : {};
