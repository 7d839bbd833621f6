import type { AttributePath, Diagnostic } from "../diagnostics.ts";
import type { Method } from "../grpc/server.ts";
import { GrpcError, Status } from "../grpc/status.ts";
import { ProtobufError } from "../protobuf/codec.ts";
import { codec, type MessageName, type Received, type Sent } from "../protobuf/messages.ts";
import { isSecret, membersAlong, type Schema } from "../schema.ts";
import type { ProviderSession } from "../server/session.ts";
import { decodeValue, encodeValue } from "../values/encoding.ts";
import { type JsonObject, parseJson, valueFromJson } from "../values/json.ts";
import { partType, type Type } from "../values/type.ts";
import { isRecord, type ObjectValue, type Value } from "../values/value.ts";
import { ValueError } from "../values/value-error.ts";

// Between messages and meaning: what every RPC needs to take a request apart and to put an answer together.

export type RpcMethod = Method<ProviderSession>;

/** A method that answers one message with one message. */
export function unary<Request extends MessageName, Response extends MessageName>(
  request: Request,
  response: Response,
  handle: (request: Received<Request>, session: ProviderSession) => Sent<Response> | Promise<Sent<Response>>,
): RpcMethod {
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
): RpcMethod {
  return {
    kind: "serverStream",
    async handle(message, session, send) {
      await refusingMalformed(() => {
        return handle(codec.decode(request, message), session, (sent) => send(codec.encode(event, sent)));
      });
    },
  };
}

/** Malformed requests are the caller's mistake, for which gRPC has status codes. */
async function refusingMalformed<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProtobufError) throw new GrpcError(Status.internal, error.message);
    if (error instanceof ValueError) throw new GrpcError(Status.invalidArgument, error.message);
    throw error;
  }
}

/** The definition of that name, as `kind` of thing. */
export function named<T>(
  definitions: Readonly<Record<string, T>> | undefined,
  kind: string,
  name: string,
): T {
  const found = definitions !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (found !== undefined) return found;
  throw new GrpcError(Status.invalidArgument, `this provider has no ${kind} "${name}"`);
}

type WireValue = Received<"DynamicValue"> | undefined;

export function readValue(wire: WireValue, type: Type): Value {
  if (wire !== undefined && wire.msgpack.length > 0) return decodeValue(wire.msgpack, type);
  if (wire !== undefined && wire.json.length > 0) return valueFromJson(parseJson(wire.json), type);
  return null;
}

/** A whole configuration, plan or state; null where the object does not exist. */
export function readObject(wire: WireValue, schema: Schema): ObjectValue | null {
  const value = readValue(wire, schema.type);
  if (value === null || isRecord(value)) return value;
  return Object.fromEntries(Object.keys(schema.type[1]).map((name) => [name, value]));
}

/** A configuration, which is never absent. */
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
  // Without JSON it is the format of Terraform before 0.12, which no provider of protocol 6 has ever written.
  if (!isRecord(stored)) throw new ValueError("the stored state is not a JSON object");
  return stored;
}

export function writeValue(value: Value, type: Type): Sent<"DynamicValue"> {
  return { msgpack: encodeValue(value, type) };
}

const SEVERITY = { error: 1, warning: 2 } as const;

/**
 * `schema` is that of the object which the paths of the diagnostics lead into. The core quotes the lines that a path leads to, so
 * none leads to a secret.
 */
export function writeDiagnostics(diagnostics: readonly Diagnostic[], schema: Schema): Sent<"Diagnostic">[] {
  return diagnostics.map(({ severity, summary, detail, path }) => ({
    severity: SEVERITY[severity],
    summary,
    detail,
    attribute:
      path === undefined || membersAlong(path, schema).some(isSecret)
        ? undefined
        : writePath(path, schema.type),
  }));
}

/** A name in an object and a key in a map are both text; only the type tells them apart. */
export function writePath(path: AttributePath, type: Type): Sent<"AttributePath"> {
  const steps: Sent<"Step">[] = [];
  let here = type;
  for (const step of path) {
    // The core has no way into a set but by the whole of an element.
    if (here[0] === "set") break;
    if (typeof step === "number") steps.push({ element_key_int: step });
    else steps.push(here[0] === "object" ? { attribute_name: step } : { element_key_string: step });
    here = partType(here, step);
  }
  return { steps };
}
