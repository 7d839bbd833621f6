import { jsonPathText, type StateAttributes } from "./attribute-path.ts";
import type { CoreRun } from "./run-core.ts";

/** What a plan of a real core does with an object. */
export type CoreAction = "no-op" | "create" | "read" | "update" | "replace" | "delete" | "forget";

/** What a plan does with one object. */
export interface ResourceChange {
  readonly address: string;
  /** The address before, if a `moved` block moves the object. */
  readonly previousAddress: string | undefined;
  readonly action: CoreAction;
  /** The attributes in the state. Null if the object is created. */
  readonly before: StateAttributes | null;
  /** The planned attributes. Unknown ones are missing. Null if the object is deleted. */
  readonly after: StateAttributes | null;
  /** Names of the attributes that are unknown, or that have an unknown value inside. */
  readonly unknown: readonly string[];
  /** The attributes that force the replacement, such as `name` or `zones[0].id`. */
  readonly replacePaths: readonly string[];
  /** Whether the plan imports the object with an `import` block. */
  readonly isImport: boolean;
}

/** What a plan does with one output. */
export interface OutputChange {
  readonly action: CoreAction;
  readonly before: unknown;
  /** Undefined if it is unknown. */
  readonly after: unknown;
  readonly isUnknown: boolean;
}

/** A plan of a real core. */
export class CorePlan {
  /** Whether the core says that there is nothing to do. */
  readonly isEmpty: boolean;
  /** Every object in the plan, also those with the action `no-op`. */
  readonly changes: readonly ResourceChange[];
  /** The objects that changed outside of the core since the last apply. */
  readonly drift: readonly ResourceChange[];
  readonly outputs: Readonly<Record<string, OutputChange>>;
  /** What the core printed for the plan. */
  readonly run: CoreRun;

  /** @internal */
  constructor(run: CoreRun, shown: ShownPlan) {
    this.isEmpty = run.exitCode === 0;
    this.changes = (shown.resource_changes ?? []).map(readChange);
    this.drift = (shown.resource_drift ?? []).map(readChange);
    this.outputs = Object.fromEntries(
      Object.entries(shown.output_changes ?? {}).map(([name, change]) => [name, readOutput(change)]),
    );
    this.run = run;
  }

  /**
   * The action for each address, without those of the action `no-op`.
   *
   *     expect(plan.actions).toEqual({ "notes_note.a": "replace" });
   */
  get actions(): Readonly<Record<string, CoreAction>> {
    const changed = this.changes.filter(({ action }) => action !== "no-op");
    return Object.fromEntries(changed.map(({ address, action }) => [address, action]));
  }

  /** The change of one object. Throws if the plan does not have the object. */
  change(address: string): ResourceChange {
    const found = this.changes.find((change) => change.address === address);
    if (found !== undefined) return found;
    const known = this.changes.map((change) => change.address).join(", ") || "no object";
    throw new Error(`The plan does not have ${address}. It has: ${known}.`);
  }
}

interface ShownChange {
  readonly actions: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
  readonly after_unknown?: unknown;
  readonly replace_paths?: readonly (readonly (string | number)[])[];
  readonly importing?: object;
}

interface ShownResource {
  readonly address: string;
  readonly previous_address?: string;
  readonly change: ShownChange;
}

/** The part of `show -json` of a plan that is used here. */
export interface ShownPlan {
  readonly resource_changes?: readonly ShownResource[];
  readonly resource_drift?: readonly ShownResource[];
  readonly output_changes?: Readonly<Record<string, ShownChange>>;
}

function readChange({ address, previous_address: previousAddress, change }: ShownResource): ResourceChange {
  return {
    address,
    previousAddress,
    action: readAction(change.actions),
    before: (change.before ?? null) as StateAttributes | null,
    after: (change.after ?? null) as StateAttributes | null,
    unknown: Object.entries(change.after_unknown ?? {})
      .filter(([, part]) => hasTrue(part))
      .map(([name]) => name)
      .sort(),
    replacePaths: (change.replace_paths ?? []).map(jsonPathText),
    isImport: change.importing !== undefined,
  };
}

function readOutput({ actions, before, after, after_unknown: unknown }: ShownChange): OutputChange {
  return { action: readAction(actions), before, after, isUnknown: hasTrue(unknown) };
}

/** A replacement is two actions, in the order in which they happen. */
function readAction(actions: readonly string[]): CoreAction {
  return actions.length > 1 ? "replace" : (actions[0] as CoreAction);
}

function hasTrue(part: unknown): boolean {
  return typeof part === "object" && part !== null ? Object.values(part).some(hasTrue) : part === true;
}
