import {
  Aspects,
  DefaultTokenResolver,
  type IAspect,
  StringConcat,
  TerraformElement,
  TerraformProvider,
  TerraformStack,
  Tokenization,
} from "cdktn";
import { Construct, type IConstruct } from "constructs";
import { fieldRef, InputProblem, isRecord, text } from "../contract/index.ts";
import type { Element, LiteralOrders, Origin } from "../stack/index.ts";
import { checkStack, literalOrders, readParts } from "../stack/index.ts";
import { renderProblem, warnOnce } from "./problems.ts";

/** The construct that owns a low-level element. */
interface Owner {
  /** The construct that reports the element's problems. */
  readonly construct: IConstruct;
  readonly allowsLiteralSecrets: boolean;
  /** Problems of props that do not show in the element. Other problems of the same props are not reported. */
  readonly problems?: () => readonly InputProblem[];
}

// Several copies of this package may be in one app. They share these, so that one of them checks a stack.
const ownerKey = Symbol.for("certorder/owner");
const checkedKey = Symbol.for("certorder/checked");

function readOwner(element: IConstruct): Partial<Owner> {
  return (element as { readonly [ownerKey]?: Owner })[ownerKey] ?? {};
}

function isChecked(stack: IConstruct): boolean {
  return checkedKey in stack;
}

/** Checks the element and the whole stack that it is in, low-level constructs included. */
export function checkInStack(element: IConstruct, owner: Owner): void {
  Object.defineProperty(element, ownerKey, { value: owner });
  const stack = TerraformStack.of(element);
  if (isChecked(stack)) return;
  Object.defineProperty(stack, checkedKey, { value: true });
  let errors = new Map<IConstruct, string[]>();
  const telling = new Set<IConstruct>();
  stack.node.addValidation({
    // A stack is validated before its constructs, which then report what was found here.
    validate: () => {
      const findings = readFindings(stack);
      for (const finding of findings)
        if (finding.problem.severity === "warning") warnOnce(finding.construct, formatFinding(finding));
      errors = groupErrors(findings);
      if (errors.size === 0) return [];
      const last = stack.node.findAll().findLast((construct) => errors.has(construct));
      // The framework stops here, so the errors of the other stacks are added, in the framework's format.
      if (last) errors.get(last)?.push([errors.get(last)?.pop(), ...errorsInOtherStacks(stack)].join("\n  "));
      for (const construct of errors.keys()) {
        if (construct !== stack && !telling.has(construct))
          construct.node.addValidation({ validate: () => errors.get(construct) ?? [] });
        telling.add(construct);
      }
      return errors.get(stack) ?? [];
    },
  });
}

/** Our own aspects. They do not repair problems. */
export const ownAspects = new WeakSet<IAspect>();

/**
 * The errors in the app's other stacks. Stacks with other aspects are left out: those run later and may still change
 * the stack.
 */
function errorsInOtherStacks(stack: TerraformStack): string[] {
  const isFinal = ({ node }: IConstruct) =>
    node.findAll().every((one) => Aspects.of(one).all.every((aspect) => ownAspects.has(aspect)));
  return stack.node.root.node
    .findAll()
    .filter((other): other is TerraformStack => other !== stack && isChecked(other) && isFinal(other))
    .flatMap((other) => [...groupErrors(readFindings(other))])
    .flatMap(([{ node }, texts]) => texts.map((text) => `[${node.path}] ${text}`));
}

interface PlacedFinding {
  readonly construct: IConstruct;
  readonly problem: InputProblem;
  /** The block with the problem, if the construct is the whole stack. */
  readonly block?: string | undefined;
}

function formatFinding({ problem, block }: PlacedFinding): string {
  return `${block === undefined ? "" : `${block}: `}${renderProblem(problem)}`;
}

function groupErrors(findings: readonly PlacedFinding[]): Map<IConstruct, string[]> {
  const errors = new Map<IConstruct, string[]>();
  for (const finding of findings) {
    const { construct, problem } = finding;
    if (problem.severity === "error")
      errors.set(construct, [...(errors.get(construct) ?? []), formatFinding(finding)]);
  }
  return errors;
}

/** The orders of each app's stacks, as far as they were checked. */
const ordersByApp = new WeakMap<IConstruct, Map<TerraformStack, LiteralOrders>>();

function readFindings(stack: TerraformStack): PlacedFinding[] {
  const own: PlacedFinding[] = [];
  const parts: StackPart[] = [];
  for (const node of stack.node.findAll())
    if (TerraformElement.isTerraformElement(node) && node.cdktfStack === stack) parts.push(toPart(node));
  const elements = readParts(parts);
  for (const { construct, node } of elements)
    for (const problem of [...(readOwner(node).problems?.() ?? []), ...checkProvider(node)])
      own.push({ construct, problem });
  const isReported = ({ construct, problem }: PlacedFinding) =>
    own.some((other) => other.construct === construct && other.problem.contractName === problem.contractName);
  const whole = applyStackOverrides(stack, elements);
  const orders = ordersByApp.get(stack.node.root) ?? new Map<TerraformStack, LiteralOrders>();
  ordersByApp.set(stack.node.root, orders.set(stack, literalOrders(whole)));
  const elsewhere = new Map([...orders].flatMap(([other, found]) => (other === stack ? [] : [...found])));
  return [
    ...own,
    ...checkAddresses(elements),
    ...checkStack(whole, new Date(), elsewhere)
      .map(({ element: { construct, title }, problem }) => ({
        construct,
        problem,
        block: construct === stack ? title : undefined,
      }))
      .filter((finding) => !isReported(finding)),
  ];
}

/** The framework leaves characters out of ids, and merges two blocks of one address into one. */
function checkAddresses(elements: readonly PlacedElement[]): PlacedFinding[] {
  const first = new Map<string, PlacedElement>();
  return elements.flatMap((element) => {
    const { address, construct, kind } = element;
    const other = first.get(address);
    if (!other) {
      first.set(address, element);
      return [];
    }
    const remedy =
      kind === "provider"
        ? text`Give each provider of a stack another ${fieldRef("alias")}. One of them can do without.`
        : "Give one of them an id that differs in letters, digits, - or _.";
    const message = `This has the address ${address}, and so has ${other.title}.`;
    return [
      {
        construct,
        problem: new InputProblem(kind === "provider" ? "alias" : "id", "address", message, remedy),
      },
    ];
  });
}

/**
 * Overrides of the stack itself show only in the synthesized stack, which takes as long as writing it. Elements that
 * overrides add belong to the stack.
 */
function applyStackOverrides(
  stack: TerraformStack,
  elements: readonly PlacedElement[],
): readonly PlacedElement[] {
  const { rawOverrides = {} } = stack as unknown as { readonly rawOverrides?: object };
  if (Object.keys(rawOverrides).every((block) => block === "terraform")) return elements;
  // Providers with the same name are matched by their order.
  const left = [...elements];
  return readParts([{ json: stack.toTerraform(), origin: { isTyped: true } }]).map((element) => {
    const at = left.findIndex(({ address }) => address === element.address);
    const [{ construct, node, title, literalSecrets } = { ...element, construct: stack, node: stack }] =
      at < 0 ? [] : left.splice(at, 1);
    return { ...element, construct, node, title, literalSecrets };
  });
}

/** The framework silently ignores a value that is not a provider. */
function checkProvider(node: object): InputProblem[] {
  const { provider } = node as { readonly provider?: unknown };
  if (provider === undefined || TerraformProvider.isTerraformProvider(provider)) return [];
  return [
    new InputProblem(
      "provider",
      "kind",
      text`${fieldRef("provider")} must be a provider itself, not its name.`,
      'Give the construct: new CertOrderProvider(stack, "eu", { alias: "eu" }).',
    ),
  ];
}

interface Place {
  /** The construct that reports the element's problems. */
  readonly construct: IConstruct;
  /** The low-level element. */
  readonly node: IConstruct;
}

type PlacedElement = Element & Place;
type StackPart = { readonly json: unknown; readonly origin: Origin & Place };

function toPart(node: TerraformElement): StackPart {
  const { construct = node, allowsLiteralSecrets } = readOwner(node);
  const literalSecrets =
    allowsLiteralSecrets === undefined ? "doubted" : allowsLiteralSecrets ? "allowed" : "refused";
  return {
    json: resolveElement(node),
    origin: { construct, node, title: construct.node.path, isTyped: true, literalSecrets },
  };
}

const resolver = new DefaultTokenResolver(new StringConcat());

/** Resolves only what has tokens: most elements have none, and resolving is slow. */
function resolveElement(element: TerraformElement): unknown {
  const scope = element.cdktfStack;
  const resolveTokens = (value: unknown): unknown => {
    if (!holdsToken(value)) return value;
    if (!isRecord(value) || isToken(value) || Object.keys(value).some(holdsToken))
      return Tokenization.resolve(value, { scope, resolver, preparing: false });
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolveTokens(member)]));
  };
  return resolveTokens(element.toTerraform());
}

function isToken(value: unknown): boolean {
  return Tokenization.isResolvable(value) || Construct.isConstruct(value);
}

function holdsToken(value: unknown): boolean {
  if (typeof value === "string") return value.includes("TfToken[");
  if (typeof value === "number") return value < -1e288;
  if (typeof value !== "object" || value === null) return false;
  if (isToken(value)) return true;
  for (const key in value)
    if (holdsToken(key) || holdsToken((value as Record<string, unknown>)[key])) return true;
  return false;
}
