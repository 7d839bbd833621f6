import type { Action } from "./action.ts";
import { checkMethods } from "./check-methods.ts";
import type { Awaitable, Context, Diagnosed, ValidateRequest } from "./context.ts";
import type { DataSource } from "./data-source.ts";
import { type NotInArguments, readSchema, type WrittenSchema, withSchema } from "./define-schema.ts";
import type { EphemeralResource } from "./ephemeral.ts";
import { type Notation, notationType, type Parameter, type ProviderFunction } from "./function.ts";
import { identityProblem } from "./identity.ts";
import { keyProblem } from "./known-keys.ts";
import type { ListResource } from "./list-resource.ts";
import type { Config } from "./model.ts";
import type { Resource } from "./resource.ts";
import {
  type Attributes,
  type Blocks,
  defaultValue,
  isComputed,
  isNested,
  isWriteOnly,
  listMembers,
  type Member,
  type NoBlocks,
  type Schema,
  type Shape,
} from "./schema.ts";

/** A provider: `defineProvider` returns it, and `serve` serves it. */
export interface Provider extends ProviderParts<Schema, unknown> {
  readonly schema: Schema;
}

/** `Data` is what the resources need. `configure` returns it, and every call of a resource gets it. */
interface ProviderParts<S extends Schema, Data> {
  /** Short name: the prefix of its resource types, and part of `TF_LOG_PROVIDER_NAME`. */
  readonly name: string;
  /** Source address such as `acme/acme`, for debugging. */
  readonly address: string;
  /** Such as `1.0.0`. */
  readonly version: string;
  validate?(request: ValidateRequest<S>): Awaitable<Diagnosed>;
  /** Returns data or errors. Leave it out if the resources need no data. */
  configure?(request: ConfigureRequest<S>): Awaitable<ConfigureAnswer<NoInfer<Data>>>;
  readonly resources?: Readonly<Record<string, Resource<Data>>>;
  readonly dataSources?: Readonly<Record<string, DataSource<Data>>>;
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
  readonly actions?: Readonly<Record<string, Action<Data>>>;
  readonly ephemeralResources?: Readonly<Record<string, EphemeralResource<Data>>>;
  /** Each one has the name of the resource that manages the objects it finds. */
  readonly listResources?: Readonly<Record<string, ListResource<Data>>>;
  /** Runs before the process exits, after every call has finished, also if the core was killed. */
  beforeExit?(): Awaitable<void>;
}

/** The provider block. */
export interface ConfigureRequest<S extends Schema> extends Context {
  /** During a plan, values from resources that do not exist yet are unknown. That is not an error. */
  readonly config: Config<S>;
  /** The version that the core reports. It does not say which product it is or which features it has. */
  readonly coreVersion: string;
}

/** Data, with or without warnings, or errors. An answer with neither is a bug of the provider. */
export interface ConfigureAnswer<Data> extends Diagnosed {
  readonly data?: Data;
}

/** A provider whose resources need data must have `configure`. */
type Delivering<Data> = undefined extends Data ? unknown : { readonly configure: unknown };

/**
 * Checks a provider as a whole. The compiler checks that `configure` returns what the resources need. A mistake that
 * the core would refuse throws.
 *
 * @example
 * ```ts
 * const note = defineResource()({
 *   schema: { attributes: { name: { type: "string", required: true } } },
 *   create: ({ planned }) => ({ state: planned }),
 * });
 * const notes = defineProvider({
 *   name: "notes",
 *   address: "me/notes",
 *   version: "1.0.0",
 *   schema: { attributes: {} },
 *   resources: { notes_note: note },
 * });
 * await serve(notes);
 * ```
 */
export function defineProvider<const A extends Attributes, Data, const B extends Blocks = NoBlocks>(
  definition: { readonly schema: WrittenSchema<A, B, NotInArguments | "writeOnly"> } & ProviderParts<
    Schema<A, B>,
    Data
  > &
    Delivering<Data>,
): Provider {
  // The compiler has checked that the resources accept the data. From here on, only the session has it.
  const provider: Provider = withSchema(definition);
  readSchema("provider", provider);
  const { name, resources = {}, dataSources = {}, actions = {}, functions = {} } = provider;
  const { ephemeralResources = {}, listResources = {} } = provider;
  if (!semanticVersion.test(provider.version))
    throw new TypeError(`version "${provider.version}" is not a version such as "1.0.0"`);
  if (!sourceAddress.test(provider.address))
    throw new TypeError(
      `address "${provider.address}" must be NAMESPACE/TYPE or HOST/NAMESPACE/TYPE, such as "acme/${name}"`,
    );
  for (const type of [resources, dataSources, actions, ephemeralResources, listResources].flatMap(
    Object.keys,
  )) {
    if (!type.startsWith(`${name}_`) || !/^[a-z0-9_]+$/.test(type))
      throw new TypeError(
        `type "${type}" must be "${name}_" with lower case letters, digits and underscores`,
      );
  }
  const itself = ["provider", provider] as const;
  const all = (...tables: Readonly<Record<string, { readonly schema: Schema }>>[]) =>
    tables.flatMap((table) => Object.entries(table));
  for (const [where, definition] of all(resources, dataSources, actions, ephemeralResources, listResources))
    readSchema(where, definition);
  checkMethods("resource", resources);
  checkMethods("data source", dataSources);
  checkMethods("action", actions);
  checkMethods("ephemeral resource", ephemeralResources);
  checkMethods("list resource", listResources);
  checkMethods("function", functions);
  forbidNames("provider", provider.schema, reservedInProvider);
  for (const [where, { schema }] of all(resources, dataSources, ephemeralResources))
    forbidNames(where, schema, reservedInResource);
  for (const [where, { schema }] of [itself, ...all(actions, listResources)])
    forbid(where, schema, isComputed, "cannot be computed here");
  for (const [where, { schema }] of [itself, ...all(dataSources, ephemeralResources, listResources)]) {
    forbid(where, schema, isWriteOnly, "cannot be write-only here");
    const hasDefault = (member: Member) => defaultValue(member) !== undefined;
    forbid(where, schema, hasDefault, "cannot have a default here: apply it while reading");
  }
  for (const [type, { identity, schema }] of Object.entries(resources)) {
    const problem = identity && identityProblem(identity, schema);
    if (problem !== undefined) throw new TypeError(`"${type}": ${problem}`);
  }
  for (const type of Object.keys(listResources)) {
    if (!Object.hasOwn(resources, type) || resources[type]?.identity === undefined)
      throw new TypeError(`list resource "${type}" needs a resource "${type}" with an identity`);
  }
  for (const [where, defined] of Object.entries(functions)) {
    const problem = functionProblem(where, defined);
    if (problem !== undefined) throw new TypeError(`function "${where}"${problem}`);
  }
  return provider;
}

const semanticVersion = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/;
const sourceAddress = /^([\w.:-]+\/)?[\w-]+\/[\w-]+$/;

/**
 * Words that Terraform's language reserves in resource and data blocks. The arguments of an action are in a block of
 * their own.
 */
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
    throw new TypeError(`"${where}": attribute "${name}" has a name that Terraform's language reserves`);
}

function forbid(where: string, shape: Shape, test: (member: Member) => boolean, why: string): void {
  for (const [name, member] of listMembers(shape)) {
    if (test(member)) throw new TypeError(`"${where}": attribute "${name}" ${why}`);
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
  if (bad !== undefined) return `: "${bad}" is not a valid name`;
  for (const parameter of all) {
    const strange = keyProblem(parameter, parameterKeys);
    if (strange !== undefined) return `: parameter "${parameter.name}" ${strange}`;
  }
  if (new Set(names).size < names.length) return " has two parameters with the same name";
  const noType = [...all.map(({ type }) => type), returns].find((type) => !isType(type));
  return noType === undefined ? undefined : `: "${noType}" is not a type`;
}

function isType(notation: Notation): boolean {
  return notation === "dynamic" || notationType(notation) !== "dynamic";
}
