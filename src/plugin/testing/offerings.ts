import { codec, type Received } from "../protobuf/messages.ts";
import { decodeValue } from "../values/encoding.ts";
import { parseType, type Type } from "../values/type.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { asCore } from "./as-core.ts";
import { type Core, capabilities, read, refuseErrors, write } from "./core.ts";
import { CoreViolation, checkDataSource } from "./core-rules.ts";
import { completeConfig, offered, readCoreSchema } from "./schema.ts";
import type { TestConfig } from "./test-config.ts";

// Everything that a provider offers except resources, called as the core does.

export async function requestDataSource(
  core: Core,
  type: string,
  testConfig: TestConfig,
): Promise<ObjectValue> {
  const schema = readCoreSchema(
    type,
    offered((await core.providerSchema()).data_source_schemas, "data source", type),
  );
  const config = completeConfig(schema, testConfig);
  const request = { type_name: type, config: write(config, schema.type), client_capabilities: capabilities };
  const validated = await core.call(
    "ValidateDataResourceConfig",
    ["ValidateConfigRequest", request],
    "ValidateConfigResponse",
  );
  refuseErrors(validated.diagnostics);
  const response = await core.call(
    "ReadDataSource",
    ["ReadDataSourceRequest", { type_name: type, config: request.config }],
    "ReadDataSourceResponse",
  );
  refuseErrors(response.diagnostics);
  const state = read(response.state, schema.type);
  if (state === null) throw new CoreViolation("Provider produced null object");
  checkDataSource(schema, config, state);
  return state;
}

export async function requestFunction(core: Core, name: string, args: readonly Value[]): Promise<Value> {
  const called = offered((await core.providerSchema()).functions, "function", name);
  const request = {
    name,
    arguments: args.map((value, index) => {
      const parameter = called.parameters[index] ?? called.variadic_parameter;
      if (parameter === undefined) throw new Error(`too many arguments for "${name}"`);
      if (value === null && !parameter.allow_null_value)
        throw new Error(`"${parameter.name}" must not be null`);
      const type = readType(parameter);
      return write(asCore(value, type, parameter.name), type);
    }),
  };
  const response = await core.call("CallFunction", ["CallFunctionRequest", request], "CallFunctionResponse");
  if (response.error !== undefined) throw new Error(`${response.error.text}.`);
  if (response.result === undefined || called.return === undefined)
    throw new CoreViolation(`function ${name} has neither a result nor an error`);
  return decodeValue(response.result.msgpack, readType(called.return));
}

function readType({ type }: Received<"Return"> | Received<"Parameter">): Type {
  return parseType(JSON.parse(Buffer.from(type).toString()));
}

export async function requestAction(
  core: Core,
  type: string,
  testConfig: TestConfig,
): Promise<readonly string[]> {
  const schema = readCoreSchema(
    type,
    offered((await core.providerSchema()).action_schemas, "action", type).schema,
  );
  const config = write(completeConfig(schema, testConfig), schema.type);
  const validated = await core.call(
    "ValidateActionConfig",
    ["ValidateConfigRequest", { type_name: type, config }],
    "ValidateConfigResponse",
  );
  refuseErrors(validated.diagnostics);
  const request = { action_type: type, config, client_capabilities: capabilities };
  const planned = await core.call("PlanAction", ["ActionRequest", request], "PlanActionResponse");
  refuseErrors(planned.diagnostics);
  const sent = await core.link.stream(
    "/tfplugin6.Provider/InvokeAction",
    codec.encode("ActionRequest", request),
  );
  const events = sent.map((event) => codec.decode("InvokeActionEvent", event));
  const completed = events.at(-1)?.completed;
  // The core would treat the end of the stream as a success.
  if (completed === undefined) throw new CoreViolation(`action ${type} does not say how it ended`);
  refuseErrors(completed.diagnostics);
  return events.flatMap(({ progress }) => (progress === undefined ? [] : [progress.message]));
}

/** An open ephemeral resource. */
export class OpenedEphemeral {
  readonly #core: Core;
  readonly #type: string;
  #private: Uint8Array;
  readonly result: ObjectValue;
  renewAt: Date | undefined;

  constructor(
    core: Core,
    type: string,
    result: ObjectValue,
    response: Received<"RenewEphemeralResourceResponse">,
  ) {
    this.#core = core;
    this.#type = type;
    this.result = result;
    this.#private = response.private ?? new Uint8Array();
    this.renewAt = readTime(response.renew_at);
  }

  /** Renews it, as the core does at `renewAt`. */
  async renew(): Promise<void> {
    const response = await this.#core.call(
      "RenewEphemeralResource",
      ["EphemeralResourceRequest", { type_name: this.#type, private: this.#private }],
      "RenewEphemeralResourceResponse",
    );
    refuseErrors(response.diagnostics);
    this.#private = response.private ?? new Uint8Array();
    this.renewAt = readTime(response.renew_at);
  }

  async close(): Promise<void> {
    const response = await this.#core.call(
      "CloseEphemeralResource",
      ["EphemeralResourceRequest", { type_name: this.#type, private: this.#private }],
      "CloseEphemeralResourceResponse",
    );
    refuseErrors(response.diagnostics);
  }
}

function readTime(sent: Received<"Timestamp"> | undefined): Date | undefined {
  return sent === undefined ? undefined : new Date(sent.seconds * 1000);
}

export async function requestEphemeral(
  core: Core,
  type: string,
  testConfig: TestConfig,
): Promise<OpenedEphemeral> {
  const sent = (await core.providerSchema()).ephemeral_resource_schemas;
  const schema = readCoreSchema(type, offered(sent, "ephemeral resource", type));
  const config = completeConfig(schema, testConfig);
  const request = { type_name: type, config: write(config, schema.type) };
  const validated = await core.call(
    "ValidateEphemeralResourceConfig",
    ["ValidateConfigRequest", request],
    "ValidateConfigResponse",
  );
  refuseErrors(validated.diagnostics);
  const response = await core.call(
    "OpenEphemeralResource",
    ["OpenEphemeralResourceRequest", request],
    "OpenEphemeralResourceResponse",
  );
  refuseErrors(response.diagnostics);
  const result = read(response.result, schema.type);
  if (result === null) throw new CoreViolation("Provider produced invalid object: there is no result");
  checkDataSource(schema, config, result);
  return new OpenedEphemeral(core, type, result, response);
}

/** An object that a list resource found. */
export interface FoundResource {
  readonly displayName: string;
  readonly identity: ObjectValue;
  /** Present only if `includeState` is true. */
  readonly state: ObjectValue | null;
}

/** What a list asks for. */
export interface ListOptions {
  /** Default: 100, as in a `list` block. */
  readonly limit?: number;
  /** Like `include_resource = true` in a `list` block. */
  readonly includeState?: boolean;
}

export async function requestList(
  core: Core,
  type: string,
  testConfig: TestConfig,
  { limit = 100, includeState = false }: ListOptions,
): Promise<readonly FoundResource[]> {
  const sent = (await core.providerSchema()).list_resource_schemas;
  const schema = readCoreSchema(type, offered(sent, "list resource", type));
  const identityType = await core.identityType(type);
  if (identityType === undefined) throw new Error(`${type} has no identity`);
  const config = write(completeConfig(schema, testConfig), schema.type);
  const validated = await core.call(
    "ValidateListResourceConfig",
    ["ValidateListResourceConfigRequest", { type_name: type, config }],
    "ValidateConfigResponse",
  );
  refuseErrors(validated.diagnostics);
  const request = { type_name: type, config, limit, include_resource_object: includeState };
  const events = await core.link.stream(
    "/tfplugin6.Provider/ListResource",
    codec.encode("ListResourceRequest", request),
  );
  if (events.length > limit) throw new CoreViolation("the provider listed more objects than the limit");
  const stateType = (await core.resourceSchema(type)).type;
  return events.map((bytes) => {
    const event = codec.decode("ListResourceEvent", bytes);
    refuseErrors(event.diagnostics);
    const identity = read(event.identity?.identity_data, identityType);
    if (identity === null) throw new CoreViolation("an object was listed without an identity");
    const state = read(event.resource_object, stateType);
    if (includeState && state === null) throw new CoreViolation("an object was listed without its state");
    return { displayName: event.display_name, identity, state };
  });
}
