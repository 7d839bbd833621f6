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
import { fieldRef, Issue, text } from "../contract/index.ts";
import type { JsonElement, Origin, Stack } from "../stack/index.ts";
import { checkStack, stackFromJson } from "../stack/index.ts";
import { renderIssue, warnOnce } from "./problems.ts";

/** The construct that owns a low-level element. */
interface Owner {
  /** The construct that reports the element's problems. */
  readonly construct: IConstruct;
  readonly allowsLiteralSecrets: boolean;
  /** Problems of props that do not show in the element. Other problems of the same props are not reported. */
  readonly problems?: () => readonly Issue[];
}

const owners = new WeakMap<IConstruct, Owner>();
const checked = new WeakSet<IConstruct>();

/** Checks the element and the whole stack that it is in, low-level constructs included. */
export function checkInStack(element: IConstruct, owner: Owner): void {
  owners.set(element, owner);
  const stack = TerraformStack.of(element);
  if (checked.has(stack)) return;
  checked.add(stack);
  let errors = new Map<IConstruct, string[]>();
  const telling = new Set<IConstruct>();
  stack.node.addValidation({
    // A stack is validated before its constructs, which then report what was found here.
    validate: () => {
      const problems = findProblems(stack);
      for (const problem of problems)
        if (problem.issue.severity === "warning") warnOnce(problem.construct, formatProblem(problem));
      errors = groupErrors(problems);
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
    .filter((other): other is TerraformStack => other !== stack && checked.has(other) && isFinal(other))
    .flatMap((other) => [...groupErrors(findProblems(other))])
    .flatMap(([{ node }, texts]) => texts.map((text) => `[${node.path}] ${text}`));
}

interface Problem {
  readonly construct: IConstruct;
  readonly issue: Issue;
  /** The block with the problem, if the construct is the whole stack. */
  readonly block?: string | undefined;
}

function formatProblem({ issue, block }: Problem): string {
  return `${block === undefined ? "" : `${block}: `}${renderIssue(issue)}`;
}

function groupErrors(problems: readonly Problem[]): Map<IConstruct, string[]> {
  const errors = new Map<IConstruct, string[]>();
  for (const problem of problems) {
    const { construct, issue } = problem;
    if (issue.severity === "error")
      errors.set(construct, [...(errors.get(construct) ?? []), formatProblem(problem)]);
  }
  return errors;
}

function findProblems(stack: TerraformStack): Problem[] {
  const own: Problem[] = [];
  const parts: Stack<Placed>[] = [];
  for (const node of stack.node.findAll())
    if (TerraformElement.isTerraformElement(node) && node.cdktfStack === stack) {
      const part = describe(node);
      parts.push(part);
      if (part.elements.length === 0) continue;
      const { construct = node, problems } = owners.get(node) ?? {};
      for (const issue of [...(problems?.() ?? []), ...checkProvider(node)]) own.push({ construct, issue });
    }
  const whole = overridden(stack, {
    elements: parts.flatMap(({ elements }) => elements),
    waiting: parts.flatMap(({ waiting }) => waiting),
  });
  const isReported = ({ construct, issue }: Problem) =>
    own.some((other) => other.construct === construct && other.issue.field === issue.field);
  return [
    ...own,
    ...checkStack(whole, new Date())
      .map(({ element: { construct, title }, issue }) => ({
        construct,
        issue,
        block: construct === stack ? title : undefined,
      }))
      .filter((problem) => !isReported(problem)),
  ];
}

/**
 * Overrides of the stack itself show only in the synthesized stack, which takes as long as writing it. Elements that
 * overrides add belong to the stack.
 */
function overridden(stack: TerraformStack, parts: Stack<Placed>): Stack<Placed> {
  const { rawOverrides = {} } = stack as unknown as { readonly rawOverrides?: object };
  if (Object.keys(rawOverrides).every((block) => block === "terraform")) return parts;
  const written = stackFromJson(stack.toTerraform(), { isTyped: true });
  // Providers with the same name are matched by their order.
  const left = [...parts.elements];
  const elements = new Map(
    written.elements.map((element) => {
      const at = left.findIndex(({ address }) => address === element.address);
      const [{ construct, title, literalSecrets } = { ...element, construct: stack }] =
        at < 0 ? [] : left.splice(at, 1);
      return [element, { ...element, construct, title, literalSecrets }];
    }),
  );
  const titles = new Map(parts.waiting.map(({ address, title }) => [address, title]));
  return {
    elements: [...elements.values()],
    waiting: written.waiting.map((block) => ({
      ...block,
      title: titles.get(block.address) ?? block.title,
      element: block.element && elements.get(block.element),
    })),
  };
}

/** The framework silently ignores a value that is not a provider. */
function checkProvider(node: object): Issue[] {
  const { provider } = node as { readonly provider?: unknown };
  if (provider === undefined || TerraformProvider.isTerraformProvider(provider)) return [];
  return [
    new Issue(
      "provider",
      "kind",
      text`${fieldRef("provider")} must be a provider itself, not its name.`,
      'Give the construct: new CertOrderProvider(stack, "eu", { alias: "eu" }).',
    ),
  ];
}

type Placed = JsonElement & Origin & { readonly construct: IConstruct };

/** The synthesized element, for the rules. */
export function describe(element: TerraformElement): Stack<Placed> {
  const { construct = element, allowsLiteralSecrets } = owners.get(element) ?? {};
  return stackFromJson<Omit<Placed, keyof JsonElement> & Origin>(resolved(element), {
    construct,
    title: construct.node.path,
    isTyped: true,
    literalSecrets:
      allowsLiteralSecrets === undefined ? "doubted" : allowsLiteralSecrets ? "allowed" : "refused",
  }) as Stack<Placed>;
}

const resolver = new DefaultTokenResolver(new StringConcat());

/** Resolves only elements with tokens: most have none, and resolving is slow. */
function resolved(element: TerraformElement): unknown {
  const written: unknown = element.toTerraform();
  if (!holdsToken(written)) return written;
  return Tokenization.resolve(written, { scope: element.cdktfStack, resolver, preparing: false });
}

function holdsToken(value: unknown): boolean {
  if (typeof value === "string") return value.includes("TfToken[");
  if (typeof value === "number") return value < -1e288;
  if (typeof value !== "object" || value === null) return false;
  if (Tokenization.isResolvable(value) || Construct.isConstruct(value)) return true;
  for (const key in value)
    if (holdsToken(key) || holdsToken((value as Record<string, unknown>)[key])) return true;
  return false;
}
