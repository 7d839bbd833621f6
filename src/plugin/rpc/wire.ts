import type { AttributePath, Diagnostic } from "../diagnostics.ts";
import type { Method } from "../grpc/server.ts";
import { GrpcError, Status } from "../grpc/status.ts";
import { identityType } from "../identity.ts";
import { ProtobufError } from "../protobuf/codec.ts";
import { codec, type MessageName, type Received, type Sent } from "../protobuf/messages.ts";
import type { Resource } from "../resource.ts";
import { isSecret, membersOnPath, type Schema } from "../schema.ts";
import type { ProviderSession } from "../server/session.ts";
import { decodeValue, encodeValue } from "../values/encoding.ts";
import { type JsonObject, parseJson, valueFromJson } from "../values/json.ts";
import { partType, type Type } from "../values/type.ts";
import { isObjectLike, type ObjectValue, type Value } from "../values/value.ts";
import { ValueError } from "../values/value-error.ts";

// Converts between messages and values: the parts that every RPC needs.

export type RpcMethod = Method<ProviderSession>;

/** A method that answers one message with one message. */
export function unary<Request extends MessageName, Response extends MessageName>(
  request: Request,
  response: Response,
  handle: (request: Received<Request>, session: ProviderSession) => Sent<Response> | Promise<Sent<Response>>,
): Unary {
  return {
    kind: "unary",
    async handle(message, session) {
      return codec.encode(
        response,
        await refusingMalformed(() => handle(codec.decode(request, message), session)),
      );
    },
  };
}

/** A method that answers one message with any number of messages. */
export function serverStream<Request extends MessageName, Event extends MessageName>(
  request: Request,
  event: Event,
  handle: (
    request: Received<Request>,
    session: ProviderSession,
    send: (event: Sent<Event>) => void,
  ) => Promise<void>,
): ServerStream {
  return {
    kind: "serverStream",
    async handle(message, session, send) {
      await refusingMalformed(() => {
        return handle(codec.decode(request, message), session, (sent) => send(codec.encode(event, sent)));
      });
    },
  };
}

/** A malformed request is a mistake of the caller. gRPC has status codes for these. */
async function refusingMalformed<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProtobufError) throw new GrpcError(Status.internal, error.message);
    if (error instanceof ValueError) throw new GrpcError(Status.invalidArgument, error.message);
    throw error;
  }
}

/** The definition with that name. `kind` names it in the error. */
export function named<T>(
  definitions: Readonly<Record<string, T>> | undefined,
  kind: string,
  name: string,
): T {
  const definition =
    definitions !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (definition !== undefined) return definition;
  throw new GrpcError(Status.invalidArgument, `this provider has no ${kind} "${name}"`);
}

type WireValue = Received<"DynamicValue"> | undefined;

export function readValue(wire: WireValue, type: Type): Value {
  if (wire !== undefined && wire.msgpack.length > 0) return decodeValue(wire.msgpack, type);
  if (wire !== undefined && wire.json.length > 0) return valueFromJson(parseJson(wire.json), type);
  return null;
}

/** A whole configuration, plan or state; null if the object does not exist. */
export function readObject(wire: WireValue, schema: Schema): ObjectValue | null {
  const value = readValue(wire, schema.type);
  if (value === null || isObjectLike(value)) return value;
  return Object.fromEntries(Object.keys(schema.type[1]).map((name) => [name, value]));
}

/** A configuration. It is never absent. */
export function readConfig(wire: WireValue, schema: Schema): ObjectValue {
  const config = readObject(wire, schema);
  if (config === null) throw new ValueError("the configuration is missing");
  return config;
}

/** The configuration of an action. A core sends none if the block has no `config`. */
export function readActionConfig(wire: WireValue, schema: Schema): ObjectValue {
  const absent = () => Object.fromEntries(Object.keys(schema.type[1]).map((name) => [name, null]));
  return readObject(wire, schema) ?? absent();
}

export function readStored(wire: Received<"RawState"> | undefined): JsonObject {
  const stored = wire === undefined || wire.json.length === 0 ? undefined : parseJson(wire.json);
  // A state without JSON has the format of Terraform before 0.12. No provider of protocol 6 has ever written it.
  if (!isObjectLike(stored)) throw new ValueError("the stored state is not a JSON object");
  return stored;
}

export function writeValue(value: Value, type: Type): Sent<"DynamicValue"> {
  return { msgpack: encodeValue(value, type) };
}

export function readIdentity(
  wire: Received<"ResourceIdentityData"> | undefined,
  { identity }: Resource,
): ObjectValue | null {
  if (identity === undefined || wire === undefined) return null;
  const value = readValue(wire.identity_data, identityType(identity));
  return isObjectLike(value) ? value : null;
}

export function writeIdentity(
  identity: ObjectValue | null,
  type: Type,
): Sent<"ResourceIdentityData"> | undefined {
  return identity === null ? undefined : { identity_data: writeValue(identity, type) };
}

type Unary = Extract<RpcMethod, { kind: "unary" }>;
type ServerStream = Extract<RpcMethod, { kind: "serverStream" }>;

const SEVERITY = { error: 1, warning: 2 } as const;

/**
 * `schema` describes the object of the diagnostics' paths. The core quotes the lines of a path, so a path must not lead
 * to a secret.
 */
export function writeDiagnostics(diagnostics: readonly Diagnostic[], schema: Schema): Sent<"Diagnostic">[] {
  return diagnostics.map(({ severity, summary, detail, path }) => ({
    severity: SEVERITY[severity],
    summary,
    detail,
    attribute:
      path === undefined || membersOnPath(path, schema).some(isSecret)
        ? undefined
        : writePath(path, schema.type),
  }));
}

/** Names in an object and keys in a map are both strings. Only the type tells them apart. */
export function writePath(path: AttributePath, type: Type): Sent<"AttributePath"> {
  const steps: Sent<"Step">[] = [];
  let here = type;
  for (const step of path) {
    // The core can address an element of a set only by its whole value.
    if (here[0] === "set") break;
    if (typeof step === "number") steps.push({ element_key_int: step });
    else steps.push(here[0] === "object" ? { attribute_name: step } : { element_key_string: step });
    here = partType(here, step);
  }
  return { steps };
}
