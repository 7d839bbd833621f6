import type {
  Answer,
  Context,
  Diagnosed,
  Needs,
  Private,
  ProviderContext,
  ValidateRequest,
} from "./context.ts";
import type { Config, Decided, KnownConfig, OpenParts, Planned, State } from "./model.ts";
import {
  type Attributes,
  type Blocks,
  type NoBlocks,
  type Schema,
  type WrittenSchema,
  withSchema,
} from "./schema.ts";
import type { JsonObject } from "./values/json.ts";

/** A managed object. Without `update` every change replaces it; without `read` and `delete` it lives in state only. */
export interface Resource<Data = unknown, S extends Schema = Schema> extends ResourceMethods<Schema, Data> {
  readonly schema: S;
}

/** A capability is an optional method. */
export interface ResourceMethods<S extends Schema, Data> extends Needs<Data> {
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
  /** Reads the state of another resource type (a `moved` block); undefined for a type that it does not know. */
  move?(request: MoveRequest<Data>): Answer<ImportAnswer<S> | undefined>;
}

/**
 * Defines a resource, whose every type follows from its schema. `Data` is what it needs from the provider; it stands
 * in a call of its own because TypeScript infers either all type arguments of a call or none.
 *
 *     const file = defineResource<Account>()({ schema: { attributes: { … } }, create({ planned, provider }) { … } });
 */
export function defineResource<Data = unknown>() {
  return <const A extends Attributes, const B extends Blocks = NoBlocks>(
    resource: { readonly schema: WrittenSchema<A, B> } & ResourceMethods<Schema<A, B>, Data>,
  ): Resource<Data, Schema<A, B>> => withSchema(resource);
}

/** What is to be created. */
export interface CreateRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  /** The configuration: the only place that has write-only values. */
  readonly config: KnownConfig<S>;
  /** What was promised to the user. Every known value of it must be in the state. */
  readonly planned: Decided<S>;
}

/** What is to be changed, and what it was before. */
export interface UpdateRequest<S extends Schema, Data> extends CreateRequest<S, Data> {
  readonly prior: State<S>;
}

/** What is to be destroyed. */
export interface DeleteRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  readonly prior: State<S>;
}

/** A state given together with errors is stored, too; after errors without a state the prior one is kept. */
export interface ApplyAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  readonly state?: State<S>;
}

/** What is to be looked up again. */
export interface ReadRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  readonly state: State<S>;
}

export interface ReadAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  readonly state?: State<S> | null;
}

type MemberName<S extends Schema> = (keyof S["attributes"] | BlockName<NonNullable<S["blocks"]>>) & string;

type BlockName<B extends Blocks> = string extends keyof B ? never : keyof B;

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
        /** Names of the attributes and blocks that the plan changes so far. */
        readonly changed: readonly MemberName<S>[];
      }
    | { readonly action: "delete"; readonly config: null; readonly prior: State<S>; readonly planned: null }
  );

export interface PlanAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  /** Values to plan instead. */
  readonly planned?: Partial<OpenParts<State<S>>>;
  /** Attributes and blocks whose change replaces the object, beside those of the schema. */
  readonly requiresReplace?: readonly MemberName<S>[];
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

/** A state of another resource type, as it lies in the state file. */
export interface MoveRequest<Data> extends Context, Private {
  readonly provider: Data | undefined;
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly version: number;
  readonly stored: JsonObject;
}
