import { parseJson } from "../../values/json.ts";
import type { StateAttributes } from "./attribute-path.ts";

/** An object in the state. */
export interface StateResource {
  /** Such as `notes_note.a`, `notes_note.a["key"]`, `module.m.notes_note.a` or `data.notes_note.a`. */
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  /** All attributes, also the sensitive ones. A dynamic one is an object with its `type` and `value`. */
  readonly attributes: StateAttributes;
  readonly identity: StateAttributes | undefined;
  /** Whether the next plan replaces it, because its creation failed. */
  readonly isTainted: boolean;
  /** Whether another object has taken its place, and it waits to be destroyed. */
  readonly isDeposed: boolean;
}

/** What a state file says. */
export interface CoreState {
  readonly resources: readonly StateResource[];
  readonly outputs: Readonly<Record<string, unknown>>;
}

interface StateFile {
  readonly outputs?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly resources?: readonly {
    readonly module?: string;
    readonly mode: "managed" | "data";
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly attributes: StateAttributes;
      readonly identity?: StateAttributes;
      readonly status?: string;
      readonly deposed?: string;
    }[];
  }[];
}

/** What a core writes as JSON. A number that JavaScript cannot represent is an `ExactNumber`, so that no digit is lost. */
export function parseCoreJson<T>(text: string): T {
  return parseJson(Buffer.from(text)) as T;
}

/** Reads the text of a state file. It is empty if a core was killed before it had anything to store. */
export function readState(text: string): CoreState {
  const { outputs = {}, resources = [] }: StateFile = text === "" ? {} : parseCoreJson<StateFile>(text);
  return {
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value])),
    resources: resources.flatMap(({ module, mode, type, name, instances }) =>
      instances.map(({ index_key: key, attributes, identity, status, deposed }) => ({
        address: [
          module === undefined ? "" : `${module}.`,
          mode === "data" ? "data." : "",
          `${type}.${name}`,
          key === undefined ? "" : `[${JSON.stringify(key)}]`,
        ].join(""),
        mode,
        type,
        attributes,
        identity,
        isTainted: status === "tainted",
        isDeposed: deposed !== undefined,
      })),
    ),
  };
}

/** The current object of an address. */
export function findResource({ resources }: CoreState, address: string): StateResource | undefined {
  return resources.find((resource) => resource.address === address && !resource.isDeposed);
}

/** The part of `show -json` of a state that is used here. */
export interface ShownState {
  readonly values?: { readonly root_module?: ShownModule };
}

interface ShownModule {
  readonly resources?: readonly { readonly address: string; readonly sensitive_values?: unknown }[];
  readonly child_modules?: readonly ShownModule[];
}

function sensitiveIn(module: ShownModule | undefined, address: string): unknown {
  const found = module?.resources?.find((resource) => resource.address === address);
  if (found !== undefined) return found.sensitive_values;
  return module?.child_modules?.map((child) => sensitiveIn(child, address)).find((it) => it !== undefined);
}

/** Has `true` in the place of each sensitive value of an object. */
export function sensitiveValues({ values }: ShownState, address: string): unknown {
  return sensitiveIn(values?.root_module, address);
}
