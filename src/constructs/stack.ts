import {
  DefaultTokenResolver,
  StringConcat,
  TerraformCount,
  TerraformDataSource,
  TerraformModule,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktn";
import type { IConstruct } from "constructs";
import { camelCase, Issue, named, words } from "../contract/index.ts";
import type { Element, Finding, Kind, Stack, Waiting } from "../stack/index.ts";
import { checkedNames, checkStack, membersOf, secretNames } from "../stack/index.ts";
import { CheckBlock } from "./check-block.ts";
import { reportProblems } from "./problems.ts";
import { holdsNumberToken, isKnown, knownOf } from "./tokens.ts";

/** What a construct knows of the element that it is made of. */
export interface Owner {
  /** In whose name problems are told. */
  readonly construct: IConstruct;
  readonly allowsLiteralSecrets: boolean;
  /** Props that were found wrong already. */
  readonly wrong?: readonly string[];
}

const owners = new WeakMap<IConstruct, Owner>();
const imported = new WeakSet<IConstruct>();
const checked = new WeakSet<TerraformStack>();

/** Has the element checked, and with it the whole stack that it is in, low-level constructs included. */
export function checkInStack(element: IConstruct, owner: Owner): void {
  owners.set(element, owner);
  const stack = TerraformStack.of(element);
  if (checked.has(stack)) return;
  checked.add(stack);
  let found = new Map<IConstruct, Issue[]>();
  const reporting = new Set<IConstruct>();
  stack.node.addValidation({
    // A stack is asked before what is in it, so that each of its constructs tells what was found a moment ago.
    validate: () => {
      found = new Map();
      const described = describe(stack);
      for (const { element, issue } of [...checkStack(described, new Date()), ...checkTokens(described)]) {
        const { construct } = element;
        found.set(construct, [...(found.get(construct) ?? []), issue]);
        if (!reporting.has(construct)) reportProblems(construct, () => found.get(construct) ?? []);
        reporting.add(construct);
      }
      return [];
    },
  });
}

/** An existing certificate is taken over by this element. */
export function markImported(element: IConstruct): void {
  imported.add(element);
}

interface Placed extends Element {
  readonly construct: IConstruct;
  readonly given: Tree;
}

function checkTokens({ elements }: Stack<Placed>): Finding<Placed>[] {
  return elements.flatMap((element) =>
    Object.keys(element.given)
      .filter((name) => [element.given[name]].flat().some(holdsNumberToken))
      .map((name) => ({
        element,
        issue: new Issue(
          name,
          "token",
          words`${named(name)} has a token for a number in its text, where Terraform would not find it.`,
          "Make a text of the number first: Token.asString(…), or Fn.format.",
        ),
      })),
  );
}

const kinds: Readonly<Record<string, Kind>> = {
  certorder: "provider",
  certorder_reissue: "reissue",
  certorder_callback_check: "callback",
  certorder_callback_test: "callback",
};

/** The stack as the rules see it. */
function describe(stack: TerraformStack): Stack<Placed> {
  const elements: Placed[] = [];
  const waiting: Waiting<Placed>[] = [];
  const addressOf = resolverOf(stack);
  for (const node of stack.node.findAll()) {
    const element = elementOf(node);
    if (element) elements.push(element);
    if (!waits(node) || !node.dependsOn?.length) continue;
    const title = element?.title ?? node.node.path;
    waiting.push({ address: addressIn(node), title, dependsOn: node.dependsOn.map(addressOf), element });
  }
  return { elements, waiting };
}

function elementOf(node: IConstruct): Placed | undefined {
  const kind = kindOf(node);
  // What moves elsewhere is not written.
  if (kind === undefined || (node as { _hasMoved?: boolean })._hasMoved) return undefined;
  const { construct = node, allowsLiteralSecrets, wrong = [] } = owners.get(node) ?? {};
  const given = argumentsOf(node, checkedNames[kind]);
  for (const name of wrong) delete given[name];
  return {
    kind,
    construct,
    given,
    get title() {
      return construct.node.path;
    },
    known: knownOf(given),
    literals: literalsOf(given, secretNames[kind]),
    literalSecrets:
      allowsLiteralSecrets === undefined ? "doubted" : allowsLiteralSecrets ? "allowed" : "refused",
    ...(TerraformProvider.isTerraformProvider(node)
      ? { alias: node.alias }
      : { ...metaArgumentsOf(node), isImported: imported.has(node) }),
  };
}

function kindOf(node: IConstruct): Kind | undefined {
  if (node instanceof CheckBlock) return "callback";
  const isBlock =
    TerraformResource.isTerraformResource(node) ||
    TerraformDataSource.isTerraformDataSource(node) ||
    TerraformProvider.isTerraformProvider(node);
  return isBlock ? kinds[node.terraformResourceType] : undefined;
}

/** The arguments of an element under the contract's names, as they will be written. */
function argumentsOf(element: object, names: readonly string[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of names) {
    const value = argumentOf(element, name);
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function argumentOf(element: object, name: string): unknown {
  if (element instanceof CheckBlock) return element.arguments[name];
  const overrides = overridesOf(element);
  return Object.hasOwn(overrides, name) ? overrides[name] : (element as Tree)[inputs[name] ?? name];
}

/** A low-level construct calls the value that it was given for `dns_names` `dnsNamesInput`. */
const inputs: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(checkedNames)
    .flat()
    .map((name) => [name, `${camelCase(name)}Input`]),
);

type Tree = Readonly<Record<string, unknown>>;

function overridesOf(element: object): Tree {
  return ((element as Tree).rawOverrides ?? {}) as Tree;
}

/** Stricter than what counts as known: only what Terraform itself evaluates is no literal. */
function literalsOf(given: Tree, names: readonly string[]): Record<string, string> {
  const literals: Record<string, string> = {};
  for (const name of names) {
    const value = given[name];
    if (typeof value === "string" && !Token.isUnresolved(value) && !/[$%]\{/.test(value))
      literals[name] = value;
  }
  return literals;
}

function metaArgumentsOf(node: IConstruct): Pick<Element, "provider" | "count" | "hasForEach"> {
  if (node instanceof CheckBlock) return { provider: node.provider?.fqn };
  const { provider, count, forEach } = node as TerraformResource;
  const overrides = overridesOf(node);
  const each: unknown = overrides.for_each ?? forEach?._getForEachExpression();
  return {
    provider: (overrides.provider as string | undefined) ?? provider?.fqn,
    ...(each === undefined
      ? {
          count: countOf(
            overrides.count ?? (TerraformCount.isTerraformCount(count) ? count.toTerraform() : count),
          ),
        }
      : { count: membersOf(resolved(each, node)), hasForEach: true }),
  };
}

function countOf(count: unknown): Element["count"] {
  if (count === undefined) return undefined;
  return typeof count === "number" && isKnown(count) ? count : "open";
}

type Block = TerraformResource | TerraformDataSource | TerraformModule;

function waits(node: IConstruct): node is Block {
  return (
    TerraformResource.isTerraformResource(node) ||
    TerraformDataSource.isTerraformDataSource(node) ||
    node instanceof TerraformModule
  );
}

function addressIn(block: Block): string {
  if (block instanceof TerraformModule) return `module.${block.friendlyUniqueId}`;
  const prefix = TerraformDataSource.isTerraformDataSource(block) ? "data." : "";
  return `${prefix}${block.terraformResourceType}.${block.friendlyUniqueId}`;
}

/** What a dependency will be written as. Many wait for the same few. */
function resolverOf(scope: TerraformStack): (dependency: string) => string {
  const known = new Map<string, string>();
  return (dependency) => {
    const address = known.get(dependency) ?? String(resolved(dependency, scope));
    known.set(dependency, address);
    return address;
  };
}

const resolver = new DefaultTokenResolver(new StringConcat());

/** As it will be written. */
function resolved(value: unknown, scope: IConstruct): unknown {
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
}
