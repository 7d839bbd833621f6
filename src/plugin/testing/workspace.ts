import type { Received, Sent } from "../protobuf/messages.ts";
import { partType } from "../values/type.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { asCore } from "./as-core.ts";
import {
  Core,
  type CoreDiagnostic,
  capabilities,
  ProviderErrors,
  type ProviderUnderTest,
  read,
  readDiagnostics,
  receivedPathText,
  refuseErrors,
  write,
} from "./core.ts";
import {
  CoreViolation,
  checkFinalPlan,
  checkPlan,
  checkResult,
  checkStored,
  hasUnknown,
  proposedNewState,
} from "./core-rules.ts";
import { toJsonText } from "./json-text.ts";
import {
  type FoundResource,
  type ListOptions,
  type OpenedEphemeral,
  requestAction,
  requestDataSource,
  requestEphemeral,
  requestFunction,
  requestList,
} from "./offerings.ts";
import { same } from "./same.ts";
import { type CoreSchema, completeConfig } from "./schema.ts";
import { type TestConfig, toObjectValue } from "./test-config.ts";

/** The provider under test: a `command` that starts it, or `inProcess` the provider itself. */
export type WorkspaceOptions = ProviderUnderTest & {
  /** Arguments of the provider block. */
  readonly provider?: TestConfig;
};

/**
 * A provider under test with the states of its resources. It works like `terraform plan` and `terraform apply`.
 *
 * @example
 * ```ts
 * const workspace = await Workspace.open({ command: [process.execPath, "provider.ts"], provider: { folder: "notes" } });
 * const { state } = await workspace.resource("notes_note").apply({ name: "a" }); // plan, apply, and two plans that are empty
 * await workspace.close();
 * ```
 */
export class Workspace {
  readonly #options: WorkspaceOptions;
  #core: Core;

  private constructor(options: WorkspaceOptions, core: Core) {
    this.#options = options;
    this.#core = core;
  }

  /** Starts the provider, and configures it. Throws if the provider refuses its configuration. */
  static async open(options: WorkspaceOptions): Promise<Workspace> {
    const core = await Core.start(options);
    const workspace = new Workspace(options, core);
    try {
      await core.showingStderr(() => core.configure(options.provider ?? {}));
    } catch (error) {
      await workspace.close();
      throw error;
    }
    return workspace;
  }

  /** @internal */
  get core(): Core {
    return this.#core;
  }

  /** Starts a new process, as each command of a real core does. States stay. */
  async restart(provider: TestConfig = this.#options.provider ?? {}): Promise<void> {
    await this.#core.shutDown();
    this.#core = await Core.start(this.#options);
    await this.#core.configure(provider);
  }

  /** A resource block of that type. The object is not created yet. */
  resource(type: string): ManagedResource {
    return new ManagedResource(this, type);
  }

  /** Reads a data source. Throws {@link ProviderErrors}. */
  readDataSource(type: string, config: TestConfig): Promise<ObjectValue> {
    return this.#core.showingStderr(() => requestDataSource(this.#core, type, config));
  }

  /** Calls a function. Throws an error with the text that the user would see. */
  callFunction(name: string, ...args: Value[]): Promise<Value> {
    return this.#core.showingStderr(() => requestFunction(this.#core, name, args));
  }

  /** Invokes an action and returns the lines that the user would see. Throws {@link ProviderErrors}. */
  invokeAction(type: string, config: TestConfig): Promise<readonly string[]> {
    return this.#core.showingStderr(() => requestAction(this.#core, type, config));
  }

  /** Opens an ephemeral resource. Throws {@link ProviderErrors}. */
  openEphemeral(type: string, config: TestConfig): Promise<OpenedEphemeral> {
    return this.#core.showingStderr(() => requestEphemeral(this.#core, type, config));
  }

  /** Finds objects, as `terraform query` does. Throws {@link ProviderErrors}. */
  list(type: string, config: TestConfig = {}, options: ListOptions = {}): Promise<readonly FoundResource[]> {
    return this.#core.showingStderr(() => requestList(this.#core, type, config, options));
  }

  async close(): Promise<void> {
    await this.#core.shutDown();
  }
}

/** What a plan does with an object. */
export type PlannedAction = "none" | "create" | "update" | "replace" | "delete";

/** A plan for one object. */
export interface ResourcePlan {
  readonly action: PlannedAction;
  /** Null for a destroy. */
  readonly planned: ObjectValue | null;
  /** Names of the attributes and blocks that the plan changes. Empty if an object is created or destroyed. */
  readonly changed: readonly string[];
  readonly requiresReplace: readonly string[];
  readonly diagnostics: readonly CoreDiagnostic[];
  readonly private: Uint8Array;
  /** @internal */
  readonly identity: Sent<"ResourceIdentityData"> | undefined;
}

/** How a step plans. */
export interface PlanOptions {
  /** False for `-refresh=false`. */
  readonly refresh?: boolean;
  /** True for `-replace`. */
  readonly replace?: boolean;
}

/** How a plan is carried out. */
export interface CarryOutOptions {
  /** Creates the new object before it destroys the old one. */
  readonly createBeforeDestroy?: boolean;
  /** Passes the private data of the plan to the second plan during the apply, as Terraform 1.16 and later do. */
  readonly keepsPrivate?: boolean;
}

/** How a step plans and applies. */
export interface ApplyOptions extends PlanOptions, CarryOutOptions {
  /** The configuration during the plan, with unknown values. */
  readonly plannedWith?: TestConfig;
  /** False for a resource that changes with every plan. */
  readonly expectEmptyPlan?: boolean;
}

/** One object and its state. Every call goes to the provider, and every answer is checked by the core's rules. */
export class ManagedResource {
  readonly #workspace: Workspace;
  readonly #type: string;
  state: ObjectValue | null = null;
  private: Uint8Array = new Uint8Array();
  /** Null if the resource has no identity. */
  identity: ObjectValue | null = null;
  tainted = false;

  constructor(workspace: Workspace, type: string) {
    this.#workspace = workspace;
    this.#type = type;
  }

  async validate(testConfig: TestConfig): Promise<readonly CoreDiagnostic[]> {
    const schema = await this.#schema();
    const response = await this.#core.call(
      "ValidateResourceConfig",
      [
        "ValidateConfigRequest",
        {
          type_name: this.#type,
          config: write(completeConfig(schema, testConfig), schema.type),
          client_capabilities: capabilities,
        },
      ],
      "ValidateConfigResponse",
    );
    return refuseErrors(response.diagnostics);
  }

  /** What `terraform plan` does: validates, upgrades, refreshes (if not turned off), and plans. */
  async plan(testConfig: TestConfig, options: PlanOptions = {}): Promise<ResourcePlan> {
    const { state, private: kept, identity } = this;
    try {
      return await this.#core.showingStderr(() => this.#refreshAndPlan(testConfig, options));
    } catch (error) {
      // The result of a refresh is stored only together with a plan.
      Object.assign(this, { state, private: kept, identity });
      throw error;
    }
  }

  async #refreshAndPlan(
    testConfig: TestConfig,
    { refresh = true, replace = false }: PlanOptions,
  ): Promise<ResourcePlan> {
    const warnings = [...(await this.validate(testConfig)), ...(await this.upgrade())];
    if (refresh) warnings.push(...(await this.refresh()));
    const config = completeConfig(await this.#schema(), testConfig);
    // A tainted object is planned as a new one: without state and private data.
    const prior = this.tainted ? null : this.state;
    const plan = await this.#plan(config, prior, this.tainted ? new Uint8Array() : this.private);
    const mustReplace = this.tainted || plan.requiresReplace.length > 0 || (replace && this.state !== null);
    if (!mustReplace || this.state === null)
      return { ...plan, diagnostics: [...warnings, ...plan.diagnostics] };
    // The replacement is planned again, only with the private data of the first plan.
    const again = prior === null ? plan : await this.#plan(config, null, plan.private);
    return {
      ...again,
      action: "replace",
      changed: plan.changed,
      requiresReplace: plan.requiresReplace,
      // The core shows only the errors of the second call.
      diagnostics: [...warnings, ...plan.diagnostics],
    };
  }

  /** Plans and applies. Then checks that a second plan is empty, with and without a refresh. */
  async apply(testConfig: TestConfig, options: ApplyOptions = {}): Promise<AppliedResource> {
    // Plan and apply are separate runs.
    await this.#core.reconfigure();
    const plan = await this.plan(options.plannedWith ?? testConfig, options);
    await this.#core.reconfigure();
    await this.upgrade();
    const applied = await this.carryOut(testConfig, plan, options);
    if (options.expectEmptyPlan !== false && applied.action !== "none")
      await this.#expectEmptyPlan(testConfig);
    return { ...applied, state: this.state };
  }

  /** Applies a plan. Plans once more before that, as the core does. */
  carryOut(
    testConfig: TestConfig,
    plan: ResourcePlan,
    options: CarryOutOptions = {},
  ): Promise<AppliedResource> {
    return this.#core.showingStderr(() => this.#carryOut(testConfig, plan, options));
  }

  async #carryOut(
    testConfig: TestConfig,
    first: ResourcePlan,
    { createBeforeDestroy = false, keepsPrivate = false }: CarryOutOptions,
  ): Promise<AppliedResource> {
    if (first.action === "none") return { action: "none", state: this.state, diagnostics: first.diagnostics };
    const schema = await this.#schema();
    const diagnostics = [...first.diagnostics];
    const { state: replaced, private: replacedPrivate } = this;
    if (first.action === "replace" && !createBeforeDestroy)
      diagnostics.push(...(await this.#apply(schema, null, replaced, { ...first, planned: null })));
    await this.validate(testConfig);
    const config = completeConfig(schema, testConfig);
    const prior = first.action === "replace" ? null : this.state;
    const priorPrivate = prior === null ? new Uint8Array() : this.private;
    const final = await this.#plan(config, prior, keepsPrivate ? first.private : priorPrivate);
    if (first.planned !== null && final.planned !== null)
      checkFinalPlan(schema, first.planned, final.planned);
    diagnostics.push(...final.diagnostics);
    if (final.action !== "none") diagnostics.push(...(await this.#apply(schema, config, prior, final)));
    if (first.action === "replace" && createBeforeDestroy) {
      // The old object is now deposed. The core plans and destroys it on its own.
      const { state, private: kept, tainted, identity } = this;
      const plan = await this.#plan(null, replaced, replacedPrivate);
      diagnostics.push(...plan.diagnostics, ...(await this.#apply(schema, null, replaced, plan)));
      Object.assign(this, { state, private: kept, tainted, identity });
    }
    return { action: first.action, state: this.state, diagnostics };
  }

  async refresh(): Promise<readonly CoreDiagnostic[]> {
    if (this.state === null) return [];
    const schema = await this.#schema();
    const response = await this.#core.call(
      "ReadResource",
      [
        "ReadResourceRequest",
        {
          type_name: this.#type,
          current_state: write(this.state, schema.type),
          private: this.private,
          current_identity: await this.#writeIdentity(this.identity),
        },
      ],
      "ReadResourceResponse",
    );
    const warnings = refuseErrors(response.diagnostics);
    const state = read(response.new_state, schema.type);
    if (state !== null) checkStored(schema, state);
    this.identity = await this.#readIdentity(response.new_identity, state !== null);
    this.state = state;
    this.private = response.private;
    return warnings;
  }

  /** Passes the state to the provider as the state file would contain it. */
  async upgrade(stored?: unknown, version?: number): Promise<readonly CoreDiagnostic[]> {
    const schema = await this.#schema();
    const json = stored ?? this.state;
    if (json === null) return [];
    const response = await this.#core.call(
      "UpgradeResourceState",
      [
        "UpgradeResourceStateRequest",
        {
          type_name: this.#type,
          version: version ?? schema.version,
          raw_state: { json: Buffer.from(toJsonText(json)) },
        },
      ],
      "UpgradeResourceStateResponse",
    );
    const warnings = refuseErrors(response.diagnostics);
    const state = read(response.upgraded_state, schema.type);
    if (state === null) throw new CoreViolation("Invalid resource state upgrade: the state is gone");
    checkStored(schema, state);
    this.state = state;
    return warnings;
  }

  /** What `terraform import` does: imports the object by its id or identity, and reads it. */
  import(by: string | { readonly identity: TestConfig }): Promise<readonly CoreDiagnostic[]> {
    return this.#core.showingStderr(() => this.#import(by));
  }

  async #import(by: string | { readonly identity: TestConfig }): Promise<readonly CoreDiagnostic[]> {
    const schema = await this.#schema();
    const request =
      typeof by === "string" ? { id: by } : { identity: await this.#givenIdentity(by.identity) };
    const response = await this.#core.call(
      "ImportResourceState",
      ["ImportResourceStateRequest", { type_name: this.#type, ...request }],
      "ImportResourceStateResponse",
    );
    const warnings = refuseErrors(response.diagnostics);
    const [imported, ...surplus] = response.imported_resources;
    if (imported === undefined || surplus.length > 0 || imported.type_name !== this.#type) {
      throw new CoreViolation("Invalid import result");
    }
    this.#adopt(schema, imported.state, imported.private);
    this.identity = await this.#readIdentity(imported.identity, typeof by !== "string");
    warnings.push(...(await this.refresh()));
    if (this.state === null) throw new Error("Cannot import non-existent remote object");
    return warnings;
  }

  /** What a `moved` block does with an object of another type, also of another provider. */
  move(from: MovedFrom): Promise<readonly CoreDiagnostic[]> {
    return this.#core.showingStderr(() => this.#move(from));
  }

  async #move({ type, stored, provider = "", version = 0 }: MovedFrom): Promise<readonly CoreDiagnostic[]> {
    const schema = await this.#schema();
    const { server_capabilities: can } = await this.#core.providerSchema();
    if (!can?.move_resource_state) throw new Error("the provider does not say that it can move a state");
    const response = await this.#core.call(
      "MoveResourceState",
      [
        "MoveResourceStateRequest",
        {
          source_provider_address: provider,
          source_type_name: type,
          source_schema_version: version,
          source_state: { json: Buffer.from(toJsonText(stored)) },
          target_type_name: this.#type,
        },
      ],
      "MoveResourceStateResponse",
    );
    const warnings = refuseErrors(response.diagnostics);
    this.#adopt(schema, response.target_state, response.target_private);
    this.identity = await this.#readIdentity(response.target_identity, false);
    return warnings;
  }

  #adopt(schema: CoreSchema, sent: Received<"DynamicValue"> | undefined, privateData: Uint8Array): void {
    const state = read(sent, schema.type);
    if (state === null) throw new CoreViolation("Import returned null resource");
    checkStored(schema, state);
    this.state = state;
    this.private = privateData;
    this.tainted = false;
  }

  /** The plan for an object that the configuration no longer has. */
  planDestroy(): Promise<ResourcePlan> {
    return this.#plan(null, this.state, this.private);
  }

  /** Plans and applies the destroy. */
  destroy(): Promise<readonly CoreDiagnostic[]> {
    return this.#core.showingStderr(() => this.#destroy());
  }

  async #destroy(): Promise<readonly CoreDiagnostic[]> {
    if (this.state === null) return [];
    const schema = await this.#schema();
    const plan = await this.planDestroy();
    return [...plan.diagnostics, ...(await this.#apply(schema, null, this.state, plan))];
  }

  get #core(): Core {
    return this.#workspace.core;
  }

  #schema(): Promise<CoreSchema> {
    return this.#core.resourceSchema(this.#type);
  }

  async #givenIdentity(testConfig: TestConfig): Promise<Sent<"ResourceIdentityData">> {
    const type = await this.#core.identityType(this.#type);
    if (type === undefined) throw new Error(`${this.#type} has no identity`);
    return { identity_data: write(asCore({ ...toObjectValue(testConfig) }, type, "identity"), type) };
  }

  async #writeIdentity(identity: ObjectValue | null): Promise<Sent<"ResourceIdentityData"> | undefined> {
    const type = await this.#core.identityType(this.#type);
    return type === undefined || identity === null ? undefined : { identity_data: write(identity, type) };
  }

  async #readIdentity(
    sent: Received<"ResourceIdentityData"> | undefined,
    isNeeded: boolean,
  ): Promise<ObjectValue | null> {
    const type = await this.#core.identityType(this.#type);
    if (type === undefined) return null;
    const identity = read(sent?.identity_data, type);
    if (identity === null && isNeeded) throw new CoreViolation("the object has no identity");
    if (identity !== null && hasUnknown(identity)) throw new CoreViolation("the identity is unknown");
    return identity;
  }

  async #plan(
    config: ObjectValue | null,
    prior: ObjectValue | null,
    priorPrivate: Uint8Array,
  ): Promise<ResourcePlan> {
    const schema = await this.#schema();
    const proposed = config === null ? null : proposedNewState(schema, prior, config);
    const response = await this.#core.call(
      "PlanResourceChange",
      [
        "PlanResourceChangeRequest",
        {
          type_name: this.#type,
          prior_state: write(prior, schema.type),
          proposed_new_state: write(proposed, schema.type),
          config: write(config, schema.type),
          prior_private: priorPrivate,
          prior_identity: prior === null ? undefined : await this.#writeIdentity(this.identity),
        },
      ],
      "PlanResourceChangeResponse",
    );
    const diagnostics = refuseErrors(response.diagnostics);
    const planned = read(response.planned_state, schema.type);
    const requiresReplace = response.requires_replace.map((path) => receivedPathText(path) ?? "");
    const identity = await this.#writeIdentity(await this.#readIdentity(response.planned_identity, false));
    const common = { planned, diagnostics, private: response.planned_private, identity, changed: [] };
    if (config === null) {
      if (planned !== null)
        throw new CoreViolation("Provider produced invalid plan: a destroyed object has values");
      return { ...common, action: "delete", requiresReplace: [] };
    }
    if (planned === null) throw new CoreViolation("Provider produced invalid plan: nothing is planned");
    for (const name of requiresReplace) {
      if (!schema.attributes.has(name))
        throw new CoreViolation(`Provider produced invalid plan: replaced for ${name}`);
    }
    checkPlan(schema, prior, config, planned);
    if (prior === null) return { ...common, action: "create", requiresReplace: [] };
    const changed = [...schema.attributes.keys()].filter((name) => {
      return !same(prior[name] ?? null, planned[name] ?? null, partType(schema.type, name));
    });
    // The core counts only attributes that really change.
    const really = requiresReplace.filter((name) => changed.includes(name));
    return { ...common, action: changed.length > 0 ? "update" : "none", changed, requiresReplace: really };
  }

  async #apply(
    schema: CoreSchema,
    config: ObjectValue | null,
    prior: ObjectValue | null,
    plan: ResourcePlan,
  ): Promise<readonly CoreDiagnostic[]> {
    const response = await this.#core.call(
      "ApplyResourceChange",
      [
        "ApplyResourceChangeRequest",
        {
          type_name: this.#type,
          prior_state: write(prior, schema.type),
          planned_state: write(plan.planned, schema.type),
          config: write(config, schema.type),
          planned_private: plan.private,
          planned_identity: plan.identity,
        },
      ],
      "ApplyResourceChangeResponse",
    );
    const diagnostics = readDiagnostics(response.diagnostics);
    const failed = diagnostics.some(({ severity }) => severity === "error");
    const state = read(response.new_state, schema.type);
    if (state !== null) checkStored(schema, state);
    if (failed) {
      // A state that comes with errors is stored, and marked for replacement after a create. Without a state, the prior
      // one stays.
      if (state !== null) {
        this.state = state;
        this.private = response.private;
        this.tainted = prior === null;
      }
      throw new ProviderErrors(diagnostics);
    }
    if ((plan.planned === null) !== (state === null)) {
      throw new CoreViolation("Provider returned invalid result object after apply");
    }
    if (plan.planned !== null && state !== null) checkResult(schema, plan.planned, state);
    this.identity = await this.#readIdentity(response.new_identity, state !== null);
    this.state = state;
    this.private = state === null ? new Uint8Array() : response.private;
    this.tainted = false;
    return diagnostics;
  }

  async #expectEmptyPlan(testConfig: TestConfig): Promise<void> {
    for (const refresh of [true, false]) {
      await this.#core.reconfigure();
      const second = await this.plan(testConfig, { refresh });
      if (second.action === "none") continue;
      const changes = second.changed.length > 0 ? `, which changes ${second.changed.join(", ")}` : "";
      throw new Error(
        `after the apply a second plan (refresh: ${refresh}) wants to ${second.action}${changes}`,
      );
    }
  }
}

/** An object of another type, as a state file contains it. */
export interface MovedFrom {
  readonly type: string;
  readonly stored: unknown;
  /** The address of the provider that stored it. */
  readonly provider?: string;
  /** The version of the schema that stored it. */
  readonly version?: number;
}

/** What an apply did, and the state after it. */
export interface AppliedResource {
  readonly action: PlannedAction;
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly CoreDiagnostic[];
}

/** The names of the planned attributes that become known during the apply. */
export function unknownNames(plan: ResourcePlan): string[] {
  return Object.entries(plan.planned ?? {})
    .filter(([, value]) => hasUnknown(value))
    .map(([name]) => name)
    .sort();
}
