import {
  Aspects,
  dependable,
  type IAspect,
  type ITerraformDependable,
  type TerraformMetaArguments,
  TerraformModule,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
} from "cdktn";
import { Construct, type IConstruct } from "constructs";
import { callbackTestFields, Issue, pickValues, toContractNames } from "../contract/index.ts";
import { CheckBlock } from "./check-block.ts";
import {
  type CallbackCheckConfig,
  CallbackCheck as CallbackCheckResource,
  DataCertorderCallbackTest as CallbackTest,
  type DataCertorderCallbackTestConfig,
  Reissue,
} from "./generated/cdktn/index.ts";
import { givenProps, type MetaArguments, type PropsFrom, withoutUndefined } from "./props.ts";
import { checkInStack, describe, ownAspects } from "./stack.ts";

/**
 * - `gate`: a resource. Creating it or changing its arguments tests the callback. The apply fails if the callback does not
 *   answer.
 * - `check`: a `check` block. Every plan and apply tests the callback; a failure is a warning.
 * - `postcondition`: a data source. Every plan tests the callback and fails when it does not answer.
 */
export type CallbackCheckMode = "gate" | "check" | "postcondition";

export interface CallbackCheckProps
  extends PropsFrom<Omit<CallbackCheckConfig, keyof TerraformMetaArguments>>,
    PropsFrom<Pick<DataCertorderCallbackTestConfig, "minIntervalSeconds">>,
    PropsFrom<MetaArguments> {
  /**
   * When the callback is tested, and what a failure does. `triggers` belong to a `gate`, `minIntervalSeconds` to the
   * other two.
   * @default "gate"
   */
  readonly mode?: CallbackCheckMode | undefined;
  /**
   * Allows `accessKey` in the synthesized file in clear text.
   * @default false: a literal is refused, a token is not
   */
  readonly allowLiteralSecrets?: boolean | undefined;
}

/** Tests the account's callback: whether the address that the service calls answers. */
export class CallbackCheck extends Construct implements ITerraformDependable {
  /** For the frameworks' assertions about a `gate`. For the other modes use `bindings.DataCertorderCallbackTest`. */
  static readonly tfResourceType: string = CallbackCheckResource.tfResourceType;

  readonly mode: CallbackCheckMode;
  /** The low-level construct of a `gate`. */
  readonly gate: CallbackCheckResource | undefined;
  /** The low-level construct of a `postcondition`. */
  readonly test: CallbackTest | undefined;
  /** The block of a `check`. */
  readonly block: CheckBlock | undefined;

  constructor(scope: Construct, id: string, props: CallbackCheckProps = {}) {
    super(scope, id);
    const given = givenProps(props);
    const { mode = "gate", allowLiteralSecrets = false, ...rest } = given;
    const { triggers, minIntervalSeconds, ...common } = rest;
    this.mode = mode;
    if (mode === "gate")
      this.gate = new CallbackCheckResource(
        this,
        "Default",
        withoutUndefined({ ...common, triggers }) as CallbackCheckConfig,
      );
    else if (mode === "postcondition")
      this.test = new CallbackTest(this, "Default", {
        ...(withoutUndefined({ ...common, minIntervalSeconds }) as DataCertorderCallbackTestConfig),
        lifecycle: {
          ...common.lifecycle,
          postcondition: [
            ...(common.lifecycle?.postcondition ?? []),
            { condition: `\${${works("self")}}`, errorMessage: failure("self") },
          ],
        },
      });
    else
      this.block = new CheckBlock(this, "Default", {
        dataSource: CallbackTest.tfResourceType,
        arguments: withoutUndefined({
          ...pickValues(callbackTestFields, toContractNames(callbackTestFields, rest)),
          min_interval_seconds: minIntervalSeconds,
        }),
        provider: rest.provider,
        dependsOn: rest.dependsOn,
        assertion: (data) => ({ condition: works(data), errorMessage: failure(data) }),
      });
    const element = this.gate ?? this.test ?? this.block;
    if (element)
      checkInStack(element, {
        construct: this,
        allowsLiteralSecrets: allowLiteralSecrets === true,
        problems: () => [...this.#modeProblems(given), ...(this.block ? this.#missingProvider() : [])],
      });
  }

  /** The address to depend on. */
  get fqn(): string {
    const element = this.gate ?? this.test;
    if (!element) throw new Error(this.#cannot("be waited for"));
    return element.fqn;
  }

  /** When the callback was last tested (RFC 3339). */
  get testedAt(): string {
    const element = this.gate ?? this.test;
    if (!element) throw new Error(this.#cannot("be read from outside"));
    return element.testedAt;
  }

  /** `pass` or `unknown`; a `fail` ends the plan. Of a `postcondition` only. */
  get verdict(): string {
    if (!this.test) throw new Error(`[${this.node.path}] There is a verdict in the mode postcondition only.`);
    return this.test.verdict;
  }

  /**
   * Makes all resources and modules in these constructs wait until the callback works, also those that are added
   * later. A gate tests only when it is created or changed. So each reissue behind a gate of the account's saved
   * callback (without `url` and `accessKey`, with the same provider) also tests it right before it is sent, unless
   * its `requireCallback` is false.
   */
  runsBefore(...constructs: readonly IConstruct[]): this {
    if (this.block) throw new Error(this.#cannot("be waited for"));
    const stack = TerraformStack.of(this);
    for (const construct of constructs) {
      if (!Construct.isConstruct(construct))
        throw new Error(`[${this.node.path}] runsBefore takes constructs, not ${String(construct)}.`);
      if (TerraformStack.of(construct) !== stack)
        throw new Error(
          `[${this.node.path}] ${construct.node.path} is in another stack, where it cannot wait for a resource of this one. Make its stack depend on this one: stack.addDependency(...).`,
        );
      const aspect: IAspect = { visit: (node) => this.#letWait(node, construct) };
      ownAspects.add(aspect);
      Aspects.of(construct).add(aspect);
    }
    return this;
  }

  #letWait(node: IConstruct, target: IConstruct): void {
    const waits = TerraformResource.isTerraformResource(node) || node instanceof TerraformModule;
    if (!waits || node.node.scopes.includes(this)) return;
    // Two gates before one stack would wait for each other, so a gate waits for another only if it is named itself.
    const within = node.node.scopes.slice(node.node.scopes.indexOf(target) + 1);
    if (within.some((scope) => scope instanceof CallbackCheck)) return;
    if (node instanceof Reissue && this.#tests(node))
      node.requireCallback = node.requireCallbackInput ?? true;
    this.#address ??= dependable(this);
    if (!node.dependsOn?.includes(this.#address)) node.dependsOn = [...(node.dependsOn ?? []), this.#address];
  }

  /** Whether this tests the saved callback of the reissue's account, by the synthesized values. */
  #tests(reissue: Reissue): boolean {
    const element = this.gate ?? this.test;
    const [own] = element ? describe(element).elements : [];
    const [other] = describe(reissue).elements;
    if (!own || own.provider !== other?.provider) return false;
    return ["url", "access_key"].every(
      (name) => !(name in own.known.values) && !own.known.unknownNames.has(name),
    );
  }

  #address: string | undefined;

  #cannot(what: string): string {
    return `[${this.node.path}] A check block cannot ${what}. Use the mode gate or postcondition.`;
  }

  #modeProblems(props: CallbackCheckProps): Issue[] {
    const { mode = "gate", triggers, minIntervalSeconds } = props;
    if (mode !== "gate" && mode !== "check" && mode !== "postcondition")
      return [
        new Issue(
          "mode",
          "one_of",
          `mode is ${JSON.stringify(mode)}; there are only "gate", "check" and "postcondition".`,
          "Use one of these.",
        ),
      ];
    const unused = [
      triggers !== undefined && mode !== "gate" && "triggers",
      minIntervalSeconds !== undefined && mode === "gate" && "minIntervalSeconds",
      ...(["lifecycle", "count", "forEach"] as const).map(
        (name) => props[name] !== undefined && mode === "check" && name,
      ),
    ].filter((name) => name !== false);
    return unused.map(
      (name) =>
        new Issue(
          name,
          "mode",
          `${name} has no effect in the mode ${mode}.`,
          "Leave it out, or use another mode.",
        ),
    );
  }

  /** The framework checks providers only for its own elements. */
  #missingProvider(): Issue[] {
    const isOurs = (node: IConstruct) =>
      TerraformProvider.isTerraformProvider(node) && node.terraformResourceType === "certorder";
    if (TerraformStack.of(this).node.findAll().some(isOurs)) return [];
    return [
      new Issue(
        "provider",
        "required",
        "There is no certorder provider in this stack.",
        'Add one: new CertOrderProvider(stack, "certorder").',
      ),
    ];
  }
}

// An `unknown` verdict, for example after too many tests, says nothing about the callback.
const works = (data: string) => `${data}.verdict != "fail"`;
const failure = (data: string) => `The callback does not work (\${${data}.code}). \${${data}.hint}`;
