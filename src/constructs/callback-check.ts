import {
  Aspects,
  dependable,
  type IAspect,
  type IResolvable,
  type IResolveContext,
  TerraformElement,
  type TerraformModule,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
} from "cdktn";
import { Construct, type IConstruct } from "constructs";
import {
  callbackTestFields,
  InputProblem,
  isAbsent,
  pickValues,
  toContractNames,
} from "../contract/index.ts";
import { effectiveProvider } from "../stack/index.ts";
import { CheckBlock } from "./check-block.ts";
import {
  type CallbackCheckConfig,
  CallbackCheck as CallbackCheckResource,
  DataCertorderCallbackTest as CallbackTest,
  type DataCertorderCallbackTestConfig,
  Reissue,
} from "./generated/cdktn/index.ts";
import { argumentNames, blockNames, checkChoice, checkPropNames, resourceNames } from "./names.ts";
import {
  type BlockOptions,
  givenProps,
  type LifecycleOptions,
  type PropsFrom,
  type Repetition,
  withoutUndefined,
} from "./props.ts";
import { checkInStack, ownAspects } from "./stack.ts";

/**
 * - `gate`: a resource. Creating it or changing its arguments tests the callback. The apply fails if the callback does not
 *   answer.
 * - `check`: a `check` block. Every plan and apply tests the callback; a failure is a warning.
 * - `postcondition`: a data source. Every plan tests the callback and fails when it does not answer.
 */
export type CallbackCheckMode = "gate" | "check" | "postcondition";

interface CallbackOptions extends PropsFrom<Pick<CallbackCheckConfig, "url" | "accessKey">> {
  /**
   * Allows `accessKey` in the synthesized file in clear text.
   * @default false: literals are refused, also as the default of a variable
   */
  readonly allowLiteralSecrets?: boolean | undefined;
}

/** A resource. Creating it or changing its arguments tests the callback. The apply fails if the callback does not answer. */
export interface CallbackGateOptions
  extends CallbackOptions,
    PropsFrom<Pick<CallbackCheckConfig, "triggers">>,
    LifecycleOptions {
  /** When the callback is tested, and what a failure does. */
  readonly mode?: "gate" | undefined;
}

/** A `check` block. Every plan and apply tests the callback; a failure is a warning. */
export interface CallbackBlockOptions
  extends CallbackOptions,
    PropsFrom<Pick<DataCertorderCallbackTestConfig, "minIntervalSeconds">>,
    BlockOptions {
  /** When the callback is tested, and what a failure does. */
  readonly mode: "check";
}

/** A data source. Every plan tests the callback and fails when it does not answer. */
export interface CallbackPostconditionOptions
  extends CallbackOptions,
    PropsFrom<Pick<DataCertorderCallbackTestConfig, "minIntervalSeconds">>,
    LifecycleOptions {
  /** When the callback is tested, and what a failure does. */
  readonly mode: "postcondition";
}

/** All props of a `CallbackCheck`. Its `mode` decides which it takes. */
export type CallbackCheckProps =
  | (CallbackGateOptions & Repetition)
  | CallbackBlockOptions
  | (CallbackPostconditionOptions & Repetition);

const ownNames = ["mode", "allowLiteralSecrets"];
const propNames: Readonly<Record<CallbackCheckMode, readonly string[]>> = {
  gate: [...argumentNames(CallbackCheckResource), ...resourceNames, ...ownNames],
  check: [...argumentNames(CallbackTest), ...blockNames, ...ownNames],
  postcondition: [...argumentNames(CallbackTest), ...resourceNames, ...ownNames],
};

/**
 * Tests the account's callback: whether the address that the service calls answers.
 *
 * @example
 * ```ts
 * const callback = new CallbackCheck(stack, "callback");
 * callback.runsBefore(www); // no reissue while the callback does not work
 * ```
 */
export class CallbackCheck<Mode extends CallbackCheckMode = "gate"> extends Construct {
  /** For the frameworks' assertions about a `gate`. For the other modes use `bindings.DataCertorderCallbackTest`. */
  static readonly tfResourceType: string = CallbackCheckResource.tfResourceType;

  readonly mode: Mode;
  /** The low-level construct of a `gate`. */
  readonly gate: Mode extends "gate" ? CallbackCheckResource : undefined;
  /** The low-level construct of a `postcondition`. */
  readonly test: Mode extends "postcondition" ? CallbackTest : undefined;
  /** The block of a `check`. */
  readonly block: Mode extends "check" ? CheckBlock : undefined;
  #address: string | undefined;
  readonly #behind = new WeakSet<IConstruct>();
  readonly #targets = new Set<IConstruct>();

  constructor(
    scope: Construct,
    id: string,
    props: CallbackCheckProps & { readonly mode?: Mode | undefined } = {} as never,
  ) {
    super(scope, id);
    const values = givenProps(props) as AllProps;
    const { mode = "gate", allowLiteralSecrets, ...rest } = values;
    this.mode = (Object.hasOwn(propNames, mode) ? mode : "gate") as Mode;
    const element = this.#create(rest);
    this.gate = (element instanceof CallbackCheckResource ? element : undefined) as typeof this.gate;
    this.test = (element instanceof CallbackTest ? element : undefined) as typeof this.test;
    this.block = (element instanceof CheckBlock ? element : undefined) as typeof this.block;
    checkInStack(element, {
      construct: this,
      allowsLiteralSecrets: allowLiteralSecrets === true,
      problems: () => [
        ...checkChoice("mode", mode, Object.keys(propNames)),
        ...checkPropNames(values, propNames[this.mode]),
        ...(this.block ? this.#missingProvider() : []),
        ...this.#emptyTargets(),
      ],
    });
  }

  #create({
    triggers,
    minIntervalSeconds,
    ...common
  }: AllProps): CallbackCheckResource | CallbackTest | CheckBlock {
    if (this.mode === "gate")
      return new CallbackCheckResource(
        this,
        "Default",
        withoutUndefined({ ...common, triggers }) as CallbackCheckConfig,
      );
    if (this.mode === "postcondition")
      return new CallbackTest(this, "Default", {
        ...(withoutUndefined({ ...common, minIntervalSeconds }) as DataCertorderCallbackTestConfig),
        lifecycle: {
          ...common.lifecycle,
          postcondition: [
            ...(common.lifecycle?.postcondition ?? []),
            { condition: `\${${callbackWorks("self")}}`, errorMessage: describeFailure("self") },
          ],
        },
      });
    return new CheckBlock(this, "Default", {
      dataSource: CallbackTest.tfResourceType,
      arguments: withoutUndefined({
        ...pickValues(callbackTestFields, toContractNames(callbackTestFields, common)),
        min_interval_seconds: minIntervalSeconds,
      }),
      provider: common.provider,
      dependsOn: common.dependsOn,
      assertion: (data) => ({ condition: callbackWorks(data), errorMessage: describeFailure(data) }),
    });
  }

  /** The address to depend on. A `check` block has none: nothing can wait for it. */
  get fqn(): Mode extends "check" ? undefined : string {
    return this.#waitable().fqn as never;
  }

  /** When the callback was last tested (RFC 3339). Not of a `check` block. */
  get testedAt(): Mode extends "check" ? never : string {
    return this.#waitable().testedAt as never;
  }

  /** `pass` or `unknown`; a `fail` ends the plan. Of a `postcondition` only. */
  get verdict(): Mode extends "postcondition" ? string : never {
    if (!this.test) throw new Error(`[${this.node.path}] There is a verdict in the mode postcondition only.`);
    return this.test.verdict as never;
  }

  /**
   * Makes all resources and modules in these constructs wait until the callback works, also those that are added
   * later. A gate tests only when it is created or changed. So each reissue behind a gate of the account's saved
   * callback (without `url` and `accessKey`, with the same provider) also tests it right before it is sent, unless
   * its `requireCallback` is false.
   */
  runsBefore<Check extends CallbackCheck<"gate" | "postcondition">>(
    this: Check,
    ...constructs: readonly IConstruct[]
  ): Check {
    this.#waitable();
    const stack = TerraformStack.of(this);
    // Each copy of the framework has its own aspects. It never invokes those of another copy.
    if (!(stack instanceof TerraformStack))
      throw new Error(
        `[${this.node.path}] This stack and this class come from two frameworks, or from two copies of one, so that runsBefore would have no effect. Install the framework once, and take both from it.`,
      );
    if (constructs.length === 0)
      throw new Error(
        `[${this.node.path}] runsBefore needs at least one construct: without one, nothing waits for the callback.`,
      );
    for (const construct of constructs) {
      if (!Construct.isConstruct(construct))
        throw new Error(`[${this.node.path}] runsBefore takes constructs, not ${String(construct)}.`);
      if (TerraformStack.of(construct) !== stack)
        throw new Error(
          `[${this.node.path}] ${construct.node.path} is in another stack, where it cannot wait for a resource of this one. Make its stack depend on this one: stack.addDependency(...).`,
        );
      const aspect: IAspect = { visit: (node) => this.#letWait(node, construct) };
      ownAspects.add(aspect);
      this.#targets.add(construct);
      Aspects.of(construct).add(aspect);
    }
    return this;
  }

  #mayWait(node: IConstruct, target: IConstruct): node is TerraformResource | TerraformModule {
    const isResource = TerraformResource.isTerraformResource(node);
    if (!(isResource || isModule(node)) || node.node.scopes.includes(this)) return false;
    // Two gates before one stack would wait for each other, so a gate waits for another only if it is named itself.
    const isNamed = node === target || (node.node.scope === target && node.node.id === "Default");
    return !isResource || node.terraformResourceType !== CallbackCheck.tfResourceType || isNamed;
  }

  /** Other constructs may be filled after the call, so this is decided when the stack is checked. */
  #emptyTargets(): InputProblem[] {
    const isEmpty = (target: IConstruct) =>
      !target.node.findAll().some((node) => this.#mayWait(node, target));
    return [...this.#targets]
      .filter(isEmpty)
      .map(
        ({ node }) =>
          new InputProblem(
            "runs_before",
            "empty",
            `${node.path} has no resource that could wait for the callback. So runsBefore protects nothing there.`,
            "Give runsBefore a construct with a resource or module in it.",
            { severity: "warning" },
          ),
      );
  }

  #letWait(node: IConstruct, target: IConstruct): void {
    if (!this.#mayWait(node, target)) return;
    this.#address ??= dependable(this.#waitable());
    if (!node.dependsOn?.includes(this.#address)) node.dependsOn = [...(node.dependsOn ?? []), this.#address];
    const isReissue =
      TerraformResource.isTerraformResource(node) && node.terraformResourceType === Reissue.tfResourceType;
    if (isReissue && !this.#behind.has(node)) {
      this.#behind.add(node);
      this.#requireCallback(node as unknown as Overridden);
    }
  }

  /** Other aspects and overrides may still change the reissue and this gate. So this is decided when they are written. */
  #requireCallback(reissue: Overridden): void {
    const before = reissue.rawOverrides.require_callback;
    const gate = this.#waitable() as unknown as Overridden &
      Pick<CallbackCheckResource, "urlInput" | "accessKeyInput">;
    const decide = ({ resolve }: IResolveContext) => {
      const required: unknown = resolve(before ?? reissue.synthesizeAttributes().require_callback);
      if (!isAbsent(required)) return required;
      const written = (block: Overridden, name: string, input: unknown): unknown =>
        resolve(block.rawOverrides[name] ?? input);
      const account = (block: Overridden) =>
        effectiveProvider(written(block, "provider", block.provider?.fqn));
      const testsSaved =
        isAbsent(written(gate, "url", gate.urlInput)) &&
        isAbsent(written(gate, "access_key", gate.accessKeyInput));
      return testsSaved && account(gate) === account(reissue) ? true : undefined;
    };
    // Not a Lazy, which is slow: it records where it was created.
    const token: IResolvable = { creationStack: [], resolve: decide, toString: () => Token.asString(token) };
    reissue.addOverride("require_callback", token);
  }

  #waitable(): CallbackCheckResource | CallbackTest {
    const element = this.gate ?? this.test;
    if (!element)
      throw new Error(
        `[${this.node.path}] A check block cannot be waited for or read from outside. Use the mode gate or postcondition.`,
      );
    return element;
  }

  /** The framework checks providers only for its own elements. */
  #missingProvider(): InputProblem[] {
    const isOurs = (node: IConstruct) =>
      TerraformProvider.isTerraformProvider(node) && node.terraformResourceType === "certorder";
    if (TerraformStack.of(this).node.findAll().some(isOurs)) return [];
    return [
      new InputProblem(
        "provider",
        "required",
        "There is no certorder provider in this stack.",
        'Add one: new CertOrderProvider(stack, "certorder").',
      ),
    ];
  }
}

type AllProps = { readonly mode?: CallbackCheckMode | undefined } & Omit<CallbackGateOptions, "mode"> &
  Omit<CallbackBlockOptions, "mode">;

/** What the framework keeps to its own classes. */
interface Overridden extends Pick<TerraformResource, "addOverride" | "provider"> {
  readonly rawOverrides: Readonly<Record<string, unknown>>;
  synthesizeAttributes(): Readonly<Record<string, unknown>>;
}

/** Also of another copy of the framework. */
function isModule(node: IConstruct): node is TerraformModule {
  return TerraformElement.isTerraformElement(node) && "addProvider" in node;
}

// An `unknown` verdict, for example after too many tests, says nothing about the callback.
const callbackWorks = (data: string) => `${data}.verdict != "fail"`;
const describeFailure = (data: string) => `The callback does not work (\${${data}.code}). \${${data}.hint}`;
