import type {
  Awaitable,
  Context,
  Diagnosed,
  Needs,
  Private,
  ProviderContext,
  ValidateRequest,
} from "./context.ts";
import { type WrittenSchema, withSchema } from "./define-schema.ts";
import type { Identity, IdentityAttributes, IdentityDefinition } from "./identity.ts";
import type { Config, Decided, KnownConfig, OpenParts, Planned, State } from "./model.ts";
import type { Attributes, Blocks, NoBlocks, Schema } from "./schema.ts";
import type { JsonObject } from "./values/json.ts";

/**
 * A managed object. Without `update`, every change replaces it. Without `read` and `delete`, it exists only in the
 * state.
 */
export interface Resource<Data = unknown, S extends Schema = Schema> extends ResourceMethods<Schema, Data> {
  readonly schema: S;
}

/** Each capability is an optional method. */
export interface ResourceMethods<S extends Schema, Data, I extends IdentityAttributes = IdentityAttributes>
  extends Needs<Data> {
  /** The attributes that identify an object (Terraform 1.12, OpenTofu 1.12). */
  readonly identity?: IdentityDefinition<S, Data, I>;
  /** Checks arguments against each other. May run before the provider is configured. */
  validate?(request: ValidateRequest<S>): Awaitable<Diagnosed>;
  create(request: CreateRequest<S, Data>): Awaitable<ApplyAnswer<S>>;
  /** `null`: the object no longer exists. Left out: it has not changed. */
  read?(request: ReadRequest<S, Data>): Awaitable<ReadAnswer<S>>;
  update?(request: UpdateRequest<S, Data>): Awaitable<ApplyAnswer<S>>;
  /**
   * Without errors, the object is removed from the state. With errors, its state stays, or the returned one is stored.
   */
  delete?(request: DeleteRequest<S, Data>): Awaitable<ApplyAnswer<S> | undefined>;
  /** Checks a plan, also for a create or a delete, and may change it. */
  modifyPlan?(request: PlanRequest<S, Data>): Awaitable<PlanAnswer<S> | undefined>;
  /** For `terraform import`. Attributes that are left out are null. The core calls `read` right after it. */
  import?(request: ImportRequest<Data>): Awaitable<ImportAnswer<S>>;
  /** For an `import` block with an identity. Default: the state gets the attributes with the same names. */
  importByIdentity?(request: ImportByIdentityRequest<Data, I>): Awaitable<ImportAnswer<S>>;
  /**
   * Runs for every stored state before anything else, even if its version is current and nothing is refreshed. Returns
   * the state in its current shape, or nothing to leave it unchanged.
   */
  upgrade?(request: UpgradeRequest<Data>): Awaitable<UpgradeAnswer | undefined>;
  /**
   * Reads the state of another resource type, for a `moved` block. Returns undefined for a type that it does not know.
   */
  move?(request: MoveRequest<Data>): Awaitable<ImportAnswer<S> | undefined>;
}

/**
 * Defines a resource. All types are inferred from its schema. `Data` is the provider's data that it uses. It has a
 * call of its own, because TypeScript infers either all type arguments of a call or none.
 *
 * @example
 * ```ts
 * const note = defineResource<{ readonly folder: string }>()({
 *   schema: {
 *     attributes: {
 *       name: { type: "string", required: true, requiresReplace: true },
 *       path: { type: "string", computed: true },
 *     },
 *   },
 *   create: ({ planned, provider }) => ({ state: { ...planned, path: `${provider.folder}/${planned.name}` } }),
 *   read: ({ state }) => ({ state }),
 * });
 * ```
 */
export function defineResource<Data = unknown>() {
  return <
    const A extends Attributes,
    const B extends Blocks = NoBlocks,
    const I extends IdentityAttributes = IdentityAttributes,
  >(
    resource: { readonly schema: WrittenSchema<A, B> } & ResourceMethods<Schema<A, B>, Data, I>,
  ): Resource<Data, Schema<A, B>> => withSchema(resource);
}

/** The object to create. */
export interface CreateRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  /** The configuration. Only this has write-only values. */
  readonly config: KnownConfig<S>;
  /** The plan that the user approved. The state must have every known value of it. */
  readonly planned: Decided<S>;
}

/** The change to make, and the state before it. */
export interface UpdateRequest<S extends Schema, Data> extends CreateRequest<S, Data> {
  readonly prior: State<S>;
}

/** The object to delete. */
export interface DeleteRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  readonly prior: State<S>;
}

/** A state is stored even with errors. After errors without a state, the prior state stays. */
export interface ApplyAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  readonly state?: State<S>;
}

/** The object to read again. */
export interface ReadRequest<S extends Schema, Data> extends ProviderContext<Data>, Private {
  readonly state: State<S>;
}

/** The state as it is now. `null`: the object no longer exists. Left out: it has not changed. */
export interface ReadAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  readonly state?: State<S> | null;
}

type MemberName<S extends Schema> = (keyof S["attributes"] | BlockName<NonNullable<S["blocks"]>>) & string;

type BlockName<B extends Blocks> = string extends keyof B ? never : keyof B;

/** The plan so far, which `modifyPlan` may change. */
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
        /** "update" even if nothing differs: see `changed`. */
        readonly action: "update";
        readonly config: Config<S>;
        readonly prior: State<S>;
        readonly planned: Planned<S>;
        /** Names of the attributes and blocks that the plan changes so far. */
        readonly changed: readonly MemberName<S>[];
      }
    | { readonly action: "delete"; readonly config: null; readonly prior: State<S>; readonly planned: null }
  );

/** Changes of a plan. */
export interface PlanAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  /** Values that replace planned ones. */
  readonly planned?: Partial<OpenParts<State<S>>>;
  /** Attributes and blocks whose change replaces the object, in addition to those of the schema. */
  readonly requiresReplace?: readonly MemberName<S>[];
}

/** The object to import, by its id. */
export interface ImportRequest<Data> extends ProviderContext<Data> {
  readonly id: string;
}

/** The object to import, by its identity. */
export interface ImportByIdentityRequest<Data, I extends IdentityAttributes = IdentityAttributes>
  extends ProviderContext<Data> {
  /** Optional attributes may be null. */
  readonly identity: Identity<I>;
}

/** The state of the imported object. Attributes that are left out are null. */
export interface ImportAnswer<S extends Schema> extends Diagnosed, Partial<Private> {
  readonly state?: Partial<State<S>>;
}

/** A stored state to upgrade. */
export interface UpgradeRequest<Data> extends Context {
  /** Undefined if the core upgrades a state before it has configured the provider. */
  readonly provider: Data | undefined;
  /** Version of the schema that wrote the state. */
  readonly version: number;
  readonly stored: JsonObject;
}

/** The upgraded state. Left out: it stays unchanged. */
export interface UpgradeAnswer extends Diagnosed {
  readonly stored?: JsonObject;
}

/** A stored state of another resource type. */
export interface MoveRequest<Data> extends Context, Private {
  readonly provider: Data | undefined;
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly version: number;
  readonly stored: JsonObject;
}
