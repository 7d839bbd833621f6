import { partType } from "../values/type.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import {
  Core,
  type CoreDiagnostic,
  capabilities,
  ProviderErrors,
  pathText,
  read,
  readDiagnostics,
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
  same,
} from "./core-rules.ts";
import type { Given } from "./given.ts";
import { callFunction, invokeAction, readDataSource } from "./offerings.ts";
import type { StartOptions } from "./provider-process.ts";
import { type CoreSchema, completeConfig } from "./schema.ts";

export interface WorkspaceOptions extends StartOptions {
  /** Arguments of the provider block. */
  readonly provider?: Given;
}

/** A provider under test with the states of its resources, driven as `terraform plan` and `apply` would. */
export class Workspace {
  readonly #options: WorkspaceOptions;
  #core: Core;

  private constructor(options: WorkspaceOptions, core: Core) {
    this.#options = options;
    this.#core = core;
  }

  static async open(options: WorkspaceOptions): Promise<Workspace> {
    const core = await Core.start(options);
    const workspace = new Workspace(options, core);
    try {
      await core.configure(options.provider ?? {});
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

  /** Goes on with another process, as each command of the real core does. States stay. */
  async restart(provider: Given = this.#options.provider ?? {}): Promise<void> {
    await this.#core.shutDown();
    this.#core = await Core.start(this.#options);
    await this.#core.configure(provider);
  }

  /** A resource block of that type, not created yet. */
  resource(type: string): ManagedResource {
    return new ManagedResource(this, type);
  }

  /** Reads a data source. Throws {@link ProviderErrors}. */
  readDataSource(type: string, config: Given): Promise<ObjectValue> {
    return readDataSource(this.#core, type, config);
  }

  /** Calls a function. Throws an error with the text that the user would see. */
  callFunction(name: string, ...args: Value[]): Promise<Value> {
    return callFunction(this.#core, name, args);
  }

  /** Invokes an action, and answers with the lines that the user would see. Throws {@link ProviderErrors}. */
  invokeAction(type: string, config: Given): Promise<readonly string[]> {
    return invokeAction(this.#core, type, config);
  }

  async close(): Promise<void> {
    await this.#core.shutDown();
  }
}

export type PlannedAction = "none" | "create" | "update" | "replace" | "delete";

export interface ResourcePlan {
  readonly action: PlannedAction;
  /** Null for a destruction. */
  readonly planned: ObjectValue | null;
  /** Names of the attributes and blocks that the plan changes. Empty where all of an object comes or goes. */
  readonly changed: readonly string[];
  readonly requiresReplace: readonly string[];
  readonly diagnostics: readonly CoreDiagnostic[];
  readonly private: Uint8Array;
}

export interface PlanOptions {
  /** False for `-refresh=false`. */
  readonly refresh?: boolean;
  /** True for `-replace`. */
  readonly replace?: boolean;
}

export interface CarryOutOptions {
  /** Creates the object that replaces another before it destroys that one. */
  readonly createBeforeDestroy?: boolean;
  /** Hands the private data of the plan to the one that is made when it is applied, as Terraform does since 1.16. */
  readonly keepsPrivate?: boolean;
}

export interface ApplyOptions extends PlanOptions, CarryOutOptions {
  /** The configuration as it was while planning, with unknown values in it. */
  readonly plannedWith?: Given;
  /** False for a resource that is meant to change with every plan. */
  readonly expectSettled?: boolean;
}

/** One object and its state. Every call goes to the provider; every answer is held against the core's rules. */
export class ManagedResource {
  readonly #workspace: Workspace;
  readonly #type: string;
  state: ObjectValue | null = null;
  private: Uint8Array = new Uint8Array();
  tainted = false;

  constructor(workspace: Workspace, type: string) {
    this.#workspace = workspace;
    this.#type = type;
  }

  async validate(given: Given): Promise<readonly CoreDiagnostic[]> {
    const schema = await this.#schema();
    const response = await this.#core.call(
      "ValidateResourceConfig",
      [
        "ValidateConfigRequest",
        {
          type_name: this.#type,
          config: write(completeConfig(schema, given), schema.type),
          client_capabilities: capabilities,
        },
      ],
      "ValidateConfigResponse",
    );
    return refuseErrors(response.diagnostics);
  }

  /** What `terraform plan` would show: validates, upgrades, refreshes unless told not to, and plans. */
  async plan(given: Given, options: PlanOptions = {}): Promise<ResourcePlan> {
    const { state, private: kept } = this;
    try {
      return await this.#refreshAndPlan(given, options);
    } catch (error) {
      // What a refresh found out is stored only together with a plan.
      Object.assign(this, { state, private: kept });
      throw error;
    }
  }

  async #refreshAndPlan(
    given: Given,
    { refresh = true, replace = false }: PlanOptions,
  ): Promise<ResourcePlan> {
    const warnings = [...(await this.validate(given)), ...(await this.upgrade())];
    if (refresh) warnings.push(...(await this.refresh()));
    const config = completeConfig(await this.#schema(), given);
    // A tainted object is planned as if there were none: no state, no private data.
    const prior = this.tainted ? null : this.state;
    const plan = await this.#plan(config, prior, this.tainted ? new Uint8Array() : this.private);
    const mustReplace = this.tainted || plan.requiresReplace.length > 0 || (replace && this.state !== null);
    if (!mustReplace || this.state === null)
      return { ...plan, diagnostics: [...warnings, ...plan.diagnostics] };
    // What takes its place is planned once more, from nothing but the private data that was just planned.
    const again = prior === null ? plan : await this.#plan(config, null, plan.private);
    return {
      ...again,
      action: "replace",
      changed: plan.changed,
      requiresReplace: plan.requiresReplace,
      // Of what the second call says, the core shows only errors.
      diagnostics: [...warnings, ...plan.diagnostics],
    };
  }

  /** Plans, applies, and makes sure that a second plan, with and without refresh, has nothing left to do. */
  async apply(given: Given, options: ApplyOptions = {}): Promise<AppliedResource> {
    // Plan and apply are runs of their own.
    await this.#core.reconfigure();
    const plan = await this.plan(options.plannedWith ?? given, options);
    await this.#core.reconfigure();
    await this.upgrade();
    const applied = await this.carryOut(given, plan, options);
    if (options.expectSettled !== false && applied.action !== "none") await this.#expectSettled(given);
    return { ...applied, state: this.state };
  }

  /** Applies what was planned. It is planned once more, as the core does it. */
  async carryOut(
    given: Given,
    first: ResourcePlan,
    { createBeforeDestroy = false, keepsPrivate = false }: CarryOutOptions = {},
  ): Promise<AppliedResource> {
    if (first.action === "none") return { action: "none", state: this.state, diagnostics: first.diagnostics };
    const schema = await this.#schema();
    const diagnostics = [...first.diagnostics];
    const { state: replaced, private: replacedPrivate } = this;
    if (first.action === "replace" && !createBeforeDestroy)
      diagnostics.push(...(await this.#apply(schema, null, replaced, { ...first, planned: null })));
    await this.validate(given);
    const config = completeConfig(schema, given);
    const prior = first.action === "replace" ? null : this.state;
    const priorPrivate = prior === null ? new Uint8Array() : this.private;
    const final = await this.#plan(config, prior, keepsPrivate ? first.private : priorPrivate);
    if (first.planned !== null && final.planned !== null)
      checkFinalPlan(schema, first.planned, final.planned);
    diagnostics.push(...final.diagnostics);
    if (final.action !== "none") diagnostics.push(...(await this.#apply(schema, config, prior, final)));
    if (first.action === "replace" && createBeforeDestroy) {
      // By now the old object is a deposed one, which is planned and destroyed on its own.
      const { state, private: kept, tainted } = this;
      const plan = await this.#plan(null, replaced, replacedPrivate);
      diagnostics.push(...plan.diagnostics, ...(await this.#apply(schema, null, replaced, plan)));
      Object.assign(this, { state, private: kept, tainted });
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
        { type_name: this.#type, current_state: write(this.state, schema.type), private: this.private },
      ],
      "ReadResourceResponse",
    );
    const warnings = refuseErrors(response.diagnostics);
    const state = read(response.new_state, schema.type);
    if (state !== null) checkStored(schema, state);
    this.state = state;
    this.private = response.private;
    return warnings;
  }

  /** Hands the state to the provider as it would lie in the state file. */
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
          raw_state: { json: Buffer.from(JSON.stringify(json)) },
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

  /** `terraform import`: takes the object in and reads it. */
  async import(id: string): Promise<readonly CoreDiagnostic[]> {
    const schema = await this.#schema();
    const response = await this.#core.call(
      "ImportResourceState",
      ["ImportResourceStateRequest", { type_name: this.#type, id }],
      "ImportResourceStateResponse",
    );
    const warnings = refuseErrors(response.diagnostics);
    const [imported, ...more] = response.imported_resources;
    if (imported === undefined || more.length > 0 || imported.type_name !== this.#type) {
      throw new CoreViolation("Invalid import result");
    }
    const state = read(imported.state, schema.type);
    if (state === null) throw new CoreViolation("Import returned null resource");
    checkStored(schema, state);
    this.state = state;
    this.private = imported.private;
    this.tainted = false;
    warnings.push(...(await this.refresh()));
    if (this.state === null) throw new Error("Cannot import non-existent remote object");
    return warnings;
  }

  /** What a plan asks about an object that nothing describes any more. */
  planDestroy(): Promise<ResourcePlan> {
    return this.#plan(null, this.state, this.private);
  }

  /** Plans and carries out the destruction. */
  async destroy(): Promise<readonly CoreDiagnostic[]> {
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
        },
      ],
      "PlanResourceChangeResponse",
    );
    const diagnostics = refuseErrors(response.diagnostics);
    const planned = read(response.planned_state, schema.type);
    const requiresReplace = response.requires_replace.map((path) => pathText(path) ?? "");
    const rest = { planned, diagnostics, private: response.planned_private, changed: [] };
    if (config === null) {
      if (planned !== null)
        throw new CoreViolation("Provider produced invalid plan: a destroyed object has values");
      return { ...rest, action: "delete", requiresReplace: [] };
    }
    if (planned === null) throw new CoreViolation("Provider produced invalid plan: nothing is planned");
    for (const name of requiresReplace) {
      if (!schema.attributes.has(name))
        throw new CoreViolation(`Provider produced invalid plan: replaced for ${name}`);
    }
    checkPlan(schema, prior, config, planned);
    if (prior === null) return { ...rest, action: "create", requiresReplace: [] };
    const changed = [...schema.attributes.keys()].filter((name) => {
      return !same(prior[name] ?? null, planned[name] ?? null, partType(schema.type, name));
    });
    // The core only counts attributes that really change.
    const really = requiresReplace.filter((name) => changed.includes(name));
    return { ...rest, action: changed.length > 0 ? "update" : "none", changed, requiresReplace: really };
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
        },
      ],
      "ApplyResourceChangeResponse",
    );
    const diagnostics = readDiagnostics(response.diagnostics);
    const failed = diagnostics.some(({ severity }) => severity === "error");
    const state = read(response.new_state, schema.type);
    if (state !== null) checkStored(schema, state);
    if (failed) {
      // A state that comes with errors is stored, and after a create marked for replacement. None keeps the prior.
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
    this.state = state;
    this.private = state === null ? new Uint8Array() : response.private;
    this.tainted = false;
    return diagnostics;
  }

  async #expectSettled(given: Given): Promise<void> {
    for (const refresh of [true, false]) {
      await this.#core.reconfigure();
      const second = await this.plan(given, { refresh });
      if (second.action === "none") continue;
      const changes = second.changed.length > 0 ? `, which changes ${second.changed.join(", ")}` : "";
      throw new Error(
        `after the apply a second plan (refresh: ${refresh}) wants to ${second.action}${changes}`,
      );
    }
  }
}

export interface AppliedResource {
  readonly action: PlannedAction;
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly CoreDiagnostic[];
}

/** The names of the planned attributes that are known only after the apply. */
export function unknownIn(plan: ResourcePlan): string[] {
  return Object.entries(plan.planned ?? {})
    .filter(([, value]) => hasUnknown(value))
    .map(([name]) => name)
    .sort();
}
