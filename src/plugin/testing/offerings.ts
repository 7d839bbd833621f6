import { codec, type Received } from "../protobuf/messages.ts";
import { decodeValue } from "../values/encoding.ts";
import { parseType, type Type } from "../values/type.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { type Core, capabilities, read, refuseErrors, write } from "./core.ts";
import { CoreViolation, checkDataSource } from "./core-rules.ts";
import type { Given } from "./given.ts";
import { completeConfig, offered, readSchema } from "./schema.ts";

// What a provider offers beside resources, called as the core calls it.

export async function readDataSource(core: Core, type: string, given: Given): Promise<ObjectValue> {
  const schema = readSchema(
    type,
    offered((await core.providerSchema()).data_source_schemas, "data source", type),
  );
  const config = completeConfig(schema, given);
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

export async function callFunction(core: Core, name: string, args: readonly Value[]): Promise<Value> {
  const called = offered((await core.providerSchema()).functions, "function", name);
  const request = {
    name,
    arguments: args.map((value, index) => {
      const parameter = called.parameters[index] ?? called.variadic_parameter;
      if (parameter === undefined) throw new Error(`too many arguments for "${name}"`);
      if (value === null && !parameter.allow_null_value)
        throw new Error(`"${parameter.name}" must not be null`);
      return write(value, typeIn(parameter));
    }),
  };
  const response = await core.call("CallFunction", ["CallFunctionRequest", request], "CallFunctionResponse");
  if (response.error !== undefined) throw new Error(`${response.error.text}.`);
  if (response.result === undefined || called.return === undefined)
    throw new CoreViolation(`function ${name} has neither a result nor an error`);
  return decodeValue(response.result.msgpack, typeIn(called.return));
}

function typeIn({ type }: Received<"Return"> | Received<"Parameter">): Type {
  return parseType(JSON.parse(Buffer.from(type).toString()));
}

export async function invokeAction(core: Core, type: string, given: Given): Promise<readonly string[]> {
  const schema = readSchema(
    type,
    offered((await core.providerSchema()).action_schemas, "action", type).schema,
  );
  const config = write(completeConfig(schema, given), schema.type);
  const validated = await core.call(
    "ValidateActionConfig",
    ["ValidateConfigRequest", { type_name: type, config }],
    "ValidateConfigResponse",
  );
  refuseErrors(validated.diagnostics);
  const request = { action_type: type, config, client_capabilities: capabilities };
  const planned = await core.call("PlanAction", ["ActionRequest", request], "PlanActionResponse");
  refuseErrors(planned.diagnostics);
  const sent = await core.channel.stream(
    "/tfplugin6.Provider/InvokeAction",
    codec.encode("ActionRequest", request),
  );
  const events = sent.map((event) => codec.decode("InvokeActionEvent", event));
  const completed = events.at(-1)?.completed;
  // The core would take the end of the stream for a success.
  if (completed === undefined) throw new CoreViolation(`action ${type} does not say how it ended`);
  refuseErrors(completed.diagnostics);
  return events.flatMap(({ progress }) => (progress === undefined ? [] : [progress.message]));
}
