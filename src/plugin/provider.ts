import type { Diagnostic } from "./diagnostics.ts";
import type { Logger } from "./log.ts";
import type { Config, Decided, KnownConfig, Planned, State } from "./model.ts";
import { type Attribute, isComputed, type Schema, type TypeName } from "./schema.ts";
import type { JsonObject } from "./values/json.ts";
import type { Type } from "./values/type.ts";
import type { Value } from "./values/value.ts";

// What the author of a provider writes. A capability is an optional method; an answer is data. Whatever a method
// throws becomes one error diagnostic with the message of the exception.

/** `Data` is what `configure` makes of the configuration; every resource gets it with each call. */
export interface Provider<S extends Schema = Schema, Data = unknown> {
  /** Short name: the prefix of its resource types, and part of `TF_LOG_PROVIDER_NAME`. */
  readonly name: string;
  /** Source address such as `acme/acme`, for debugging. */
  readonly address: string;
  readonly version: string;
  readonly schema: S;
  validate?(request: ValidateRequest<S>): Answer<Diagnosed>;
  configure(request: ConfigureRequest<S>): Answer<Diagnosed & { readonly data?: Data }>;
  readonly resources?: Readonly<Record<string, Resource<Schema, Data>>>;
  readonly dataSources?: Readonly<Record<string, DataSource<Schema, Data>>>;
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
  readonly actions?: Readonly<Record<string, Action<Schema, Data>>>;
  /** Runs before the process exits, after every call has finished, also when the core has vanished. */
  beforeExit?(): Answer<void>;
}

type Answer<T> = T | Promise<T>;

export interface Diagnosed {
  readonly diagnostics?: readonly Diagnostic[];
}

export interface Context {
  /**
   * Aborted when the user interrupts the run or the core is gone. It asks to stop waiting and retrying; what has
   * been started should be seen through. The framework never ends a call by force.
   */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface ProviderContext<Data> extends Context {
  readonly provider: Data;
}

export interface ValidateRequest<S extends Schema> extends Context {
  readonly config: Config<S>;
}

export interface ConfigureRequest<S extends Schema> extends Context {
  /** Values that come from resources not yet created are unknown while planning. That is no error. */
  readonly config: Config<S>;
  /** What the core says its version is. Not a way to tell which product or features it has. */
  readonly coreVersion: string;
}

/** Opaque bytes that the core stores beside the state. Left out of an answer, they stay what they were. */
interface Private {
  readonly private: Uint8Array;
}

/** A managed object. Without `update` every change replaces it; without `read` and `delete` it lives in state only. */
export interface Resource<S extends Schema = Schema, Data = unknown> {
  readonly schema: S;
  /** Rules that span attributes. May run before the provider is configured. */
  validate?(request: ValidateRequest<S>): Answer<Diagnosed>;
  create(request: CreateRequest<S, Data>): Answer<ApplyAnswer<S>>;
  /** A state of null says that the object is gone; one that is left out, that it is as it was. */
  read?(request: ReadRequest<S, Data>): Answer<ReadAnswer<S>>;
  update?(request: UpdateRequest<S, Data>): Answer<ApplyAnswer<S>>;
  /** The object is forgotten unless the answer has errors; then it keeps its state, or gets the given one. */
  delete?(request: DeleteRequest<S, Data>): Answer<ApplyAnswer<S> | undefined>;
  /** Looks at a plan, creation and destruction included, and may change it. */
  modifyPlan?(request: PlanRequest<S, Data>): Answer<PlanAnswer<S> | undefined>;
  /** `terraform import`. The core reads the object right after; attributes that are left out are null. */
  import?(request: ImportRequest<Data>): Answer<ImportAnswer<S>>;
  /**
   * Sees every stored state before anything else happens to it, also when its version is the current one and
   * nothing is refreshed. Answers with the state in today's shape, or with nothing to leave it as it is.
   */
  upgrade?(request: UpgradeRequest<Data>): Answer<UpgradeAnswer | undefined>;
  /** Takes over the state of another resource type; undefined for one that it does not know. */
  move?(request: MoveRequest<Data>): Answer<ImportAnswer<S> | undefined>;
}

export interface CreateRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  /** The configuration: the only place that has write-only values. */
  readonly config: KnownConfig<S>;
  /** What was promised to the user. Every known value of it must be in the state. */
  readonly planned: Decided<S>;
}

export interface UpdateRequest<S extends Schema, Data> extends CreateRequest<S, Data> {
  readonly prior: State<S>;
}

export interface DeleteRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  readonly prior: State<S>;
}

/** A state given together with errors is stored, too; after errors without a state the prior one is kept. */
export interface ApplyAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  readonly state?: State<S>;
}

export interface ReadRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  readonly state: State<S>;
}

export interface ReadAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  readonly state?: State<S> | null;
}

export type PlanRequest<S extends Schema, Data> = ProviderContext<Data> &
  Private &
  (
    | {
        readonly action: "create";
        readonly config: Config<S>;
        readonly prior: null;
        readonly planned: Planned<S>;
      }
    | {
        /** "update" also where nothing differs: compare, or ask `changed`. */
        readonly action: "update";
        readonly config: Config<S>;
        readonly prior: State<S>;
        readonly planned: Planned<S>;
        /** Names of the attributes that the plan changes so far. */
        readonly changed: readonly (keyof S["attributes"] & string)[];
      }
    | { readonly action: "delete"; readonly config: null; readonly prior: State<S>; readonly planned: null }
  );

export interface PlanAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  /** Values to plan instead. */
  readonly planned?: Partial<Planned<S>>;
  /** Attributes whose change replaces the object, beside those of the schema. */
  readonly requiresReplace?: readonly (keyof S["attributes"] & string)[];
}

export interface ImportRequest<Data> extends ProviderContext<Data> {
  readonly id: string;
}

export interface ImportAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  readonly state?: Partial<State<S>>;
}

export interface UpgradeRequest<Data> extends Context {
  /** Undefined where the core upgrades a state without having configured the provider. */
  readonly provider: Data | undefined;
  /** Version of the schema that wrote the state. */
  readonly version: number;
  readonly stored: JsonObject;
}

export interface UpgradeAnswer extends Diagnosed {
  readonly stored?: JsonObject;
}

export interface MoveRequest<Data> extends Context, Private {
  readonly provider: Data | undefined;
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly version: number;
  readonly stored: JsonObject;
}

/** Something that is looked up, in the plan and again in the apply. */
export interface DataSource<S extends Schema = Schema, Data = unknown> {
  readonly schema: S;
  validate?(request: ValidateRequest<S>): Answer<Diagnosed>;
  read(request: DataSourceRequest<S, Data>): Answer<Diagnosed & { readonly state?: State<S> }>;
}

export interface DataSourceRequest<S extends Schema, Data> extends ProviderContext<Data> {
  readonly config: KnownConfig<S>;
}

/** Something that is done on demand and leaves no state (Terraform 1.14 and later). */
export interface Action<S extends Schema = Schema, Data = unknown> {
  readonly schema: S;
  validate?(request: ValidateRequest<S>): Answer<Diagnosed>;
  /** A last look before the user is asked. The configuration may still be unknown in part. */
  plan?(request: ValidateRequest<S> & ProviderContext<Data>): Answer<Diagnosed>;
  invoke(request: InvokeRequest<S, Data>): Answer<Diagnosed | undefined>;
}

export interface InvokeRequest<S extends Schema, Data> extends ProviderContext<Data> {
  readonly config: KnownConfig<S>;
  /** Shows the user a line while the action runs. */
  progress(message: string): void;
}

/** A pure function of the language: equal arguments give equal results. It knows no provider configuration. */
export interface ProviderFunction {
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated?: string;
  readonly parameters: readonly Parameter[];
  /** Takes any number of further arguments. */
  readonly variadicParameter?: Parameter;
  readonly returns: TypeName | Type;
  call(args: readonly Value[], context: Context): Answer<FunctionAnswer>;
}

export interface Parameter {
  readonly name: string;
  readonly type: TypeName | Type;
  readonly description?: string;
  readonly allowNull?: boolean;
  readonly allowUnknown?: boolean;
}

export type FunctionAnswer =
  | { readonly result: Value }
  /** `argument` is the index of the argument at fault. */
  | { readonly error: string; readonly argument?: number };

/** Checks a provider as a whole. Throws on what the core would refuse. */
export function defineProvider<S extends Schema, Data>(provider: Provider<S, Data>): Provider<S, Data> {
  const { name, resources = {}, dataSources = {}, actions = {}, functions = {} } = provider;
  for (const type of [resources, dataSources, actions].flatMap(Object.keys)) {
    if (!type.startsWith(`${name}_`)) throw new TypeError(`type "${type}" must begin with "${name}_"`);
  }
  const inputs = Object.entries({ provider, ...actions });
  for (const [where, { schema }] of inputs) {
    forbid(where, schema, isComputed, "has nothing to compute");
  }
  for (const [where, { schema }] of [...Object.entries(dataSources), ["provider", provider] as const]) {
    forbid(where, schema, ({ writeOnly }) => writeOnly === true, "has no write-only attributes");
    forbid(
      where,
      schema,
      (attribute) => attribute.default !== undefined,
      "has no defaults: apply them while reading",
    );
  }
  for (const [where, { parameters, variadicParameter }] of Object.entries(functions)) {
    const all = [...parameters, ...(variadicParameter === undefined ? [] : [variadicParameter])];
    const names = all.map((parameter) => parameter.name);
    const bad = [where, ...names].find((word) => !/^[a-z_][a-z0-9_]*$/.test(word));
    if (bad !== undefined) throw new TypeError(`function "${where}": "${bad}" is no name`);
    if (new Set(names).size < names.length)
      throw new TypeError(`function "${where}" has two parameters of one name`);
  }
  return provider;
}

function forbid(where: string, schema: Schema, test: (attribute: Attribute) => boolean, why: string): void {
  const found = Object.entries(schema.attributes).find(([, attribute]) => test(attribute));
  if (found !== undefined)
    throw new TypeError(`"${where}" ${why}, but attribute "${found[0]}" says otherwise`);
}
