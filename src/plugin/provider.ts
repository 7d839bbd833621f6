import type { Action } from "./action.ts";
import type { Answer, Context, Diagnosed, ValidateRequest } from "./context.ts";
import type { DataSource } from "./data-source.ts";
import { type Notation, type Parameter, type ProviderFunction, typeOf } from "./function.ts";
import { keyProblem } from "./known-keys.ts";
import type { Config } from "./model.ts";
import type { Resource } from "./resource.ts";
import {
  type Attributes,
  type Blocks,
  defaultOf,
  isComputed,
  isNested,
  isWriteOnly,
  type Member,
  membersOf,
  type NoBlocks,
  type Schema,
  type Shape,
  type WrittenSchema,
  withSchema,
} from "./schema.ts";

/** A provider as `defineProvider` makes it and `serve` serves it. */
export interface Provider extends ProviderParts<Schema, unknown> {
  readonly schema: Schema;
}

/**
 * `Data` is what the resources need, and so what `configure` has to make of the configuration; every resource gets it
 * with each call.
 */
interface ProviderParts<S extends Schema, Data> {
  /** Short name: the prefix of its resource types, and part of `TF_LOG_PROVIDER_NAME`. */
  readonly name: string;
  /** Source address such as `acme/acme`, for debugging. */
  readonly address: string;
  readonly version: string;
  validate?(request: ValidateRequest<S>): Answer<Diagnosed>;
  /** Answers with data or with errors. Left out by a provider whose resources need nothing. */
  configure?(request: ConfigureRequest<S>): Answer<ConfigureAnswer<NoInfer<Data>>>;
  readonly resources?: Readonly<Record<string, Resource<Data>>>;
  readonly dataSources?: Readonly<Record<string, DataSource<Data>>>;
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
  readonly actions?: Readonly<Record<string, Action<Data>>>;
  /** Runs before the process exits, after every call has finished, also when the core has vanished. */
  beforeExit?(): Answer<void>;
}

export interface ConfigureRequest<S extends Schema> extends Context {
  /** Values that come from resources not yet created are unknown while planning. That is no error. */
  readonly config: Config<S>;
  /** What the core says its version is. Not a way to tell which product or features it has. */
  readonly coreVersion: string;
}

/** Data, perhaps with warnings; or what is wrong. An answer with neither is a bug in the provider. */
export interface ConfigureAnswer<Data> extends Diagnosed {
  readonly data?: Data;
}

/** Where something is needed, it cannot be left out to deliver it. */
type Delivering<Data> = undefined extends Data ? unknown : { readonly configure: unknown };

/**
 * Checks a provider as a whole. The compiler sees to it that `configure` delivers what the resources need; what the
 * core would refuse, and only shows when it runs, throws.
 */
export function defineProvider<const A extends Attributes, Data, const B extends Blocks = NoBlocks>(
  definition: { readonly schema: WrittenSchema<A, B> } & ProviderParts<Schema<A, B>, Data> & Delivering<Data>,
): Provider {
  // From here on only the session knows the data, and hands it to those of whom the compiler has just seen that they
  // take it.
  const provider: Provider = withSchema(definition);
  const { name, resources = {}, dataSources = {}, actions = {}, functions = {} } = provider;
  for (const type of [resources, dataSources, actions].flatMap(Object.keys)) {
    if (!type.startsWith(`${name}_`)) throw new TypeError(`type "${type}" must begin with "${name}_"`);
  }
  forbidNames("provider", provider.schema, reservedInProvider);
  for (const [where, { schema }] of [resources, dataSources].flatMap(Object.entries<{ schema: Schema }>)) {
    forbidNames(where, schema, reservedInResource);
  }
  for (const [where, { schema }] of [["provider", provider] as const, ...Object.entries(actions)]) {
    forbid(where, schema, isComputed, "has nothing to compute");
  }
  for (const [where, { schema }] of [["provider", provider] as const, ...Object.entries(dataSources)]) {
    forbid(where, schema, isWriteOnly, "has no write-only attributes");
    const hasDefault = (member: Member) => defaultOf(member) !== undefined;
    forbid(where, schema, hasDefault, "has no defaults: apply them while reading");
  }
  for (const [where, defined] of Object.entries(functions)) {
    const problem = functionProblem(where, defined);
    if (problem !== undefined) throw new TypeError(`function "${where}"${problem}`);
  }
  return provider;
}

/** Words that the language itself uses in resource and data blocks. An action has a block of its own for its arguments. */
const reservedInResource = [
  "connection",
  "count",
  "depends_on",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
];

const reservedInProvider = ["alias", "count", "depends_on", "for_each", "lifecycle", "source", "version"];

function forbidNames(where: string, { type: [, names] }: Schema, reserved: readonly string[]): void {
  const name = reserved.find((word) => Object.hasOwn(names, word));
  if (name !== undefined)
    throw new TypeError(`"${where}": attribute "${name}" has a name that Terraform's language uses itself`);
}

function forbid(where: string, shape: Shape, test: (member: Member) => boolean, why: string): void {
  for (const [name, member] of membersOf(shape)) {
    if (test(member)) throw new TypeError(`"${where}" ${why}, but attribute "${name}" says otherwise`);
    if (isNested(member)) forbid(where, member, test, why);
  }
}

const parameterKeys: readonly (keyof Parameter)[] = [
  "name",
  "type",
  "description",
  "allowNull",
  "allowUnknown",
];

function functionProblem(name: string, { parameters, variadicParameter, returns }: ProviderFunction) {
  const all = [...parameters, ...(variadicParameter === undefined ? [] : [variadicParameter])];
  const names = all.map((parameter) => parameter.name);
  const bad = [name, ...names].find((word) => !/^[a-z_][a-z0-9_]*$/.test(word));
  if (bad !== undefined) return `: "${bad}" is no name`;
  for (const parameter of all) {
    const strange = keyProblem(parameter, parameterKeys);
    if (strange !== undefined) return `: parameter "${parameter.name}" ${strange}`;
  }
  if (new Set(names).size < names.length) return " has two parameters of one name";
  const noType = [...all.map(({ type }) => type), returns].find((type) => !isType(type));
  return noType === undefined ? undefined : `: "${noType}" is no type`;
}

function isType(notation: Notation): boolean {
  return notation === "dynamic" || typeOf(notation) !== "dynamic";
}
