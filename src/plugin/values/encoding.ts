import { toInt64 } from "./int64.ts";
import { MsgpackReader, MsgpackWriter } from "./msgpack.ts";
import { isNumber } from "./number.ts";
import { deeper, type ObjectType, parseType, partType, type Type } from "./type.ts";
import { type NumberBound, type Refinement, UNKNOWN, Unknown } from "./unknown.ts";
import { Dynamic, isList, isObjectLike, type ObjectValue, type Value } from "./value.ts";
import { ValueError } from "./value-error.ts";

// The encoding of values: MessagePack, as their types require. An unknown is an extension value, with or without a
// refinement.

const refined = 12;
const unrefinedBody = new Uint8Array(1);
const largestRefinement = 1024;

export function decodeValue(bytes: Uint8Array, type: Type): Value {
  const reader = new MsgpackReader(bytes);
  const value = read(reader, type);
  if (!reader.atEnd) throw new ValueError("malformed MessagePack: there are bytes after its end");
  return value;
}

export function encodeValue(value: Value, type: Type): Uint8Array {
  const writer = new MsgpackWriter();
  write(writer, value, type);
  return writer.finish();
}

/**
 * `depth` is the nesting depth inside the outermost dynamic value, or 0 outside of one. Only dynamic values can nest
 * without limit; `parseType` limits them.
 */
function read(reader: MsgpackReader, type: Type, depth = 0): Value {
  if (reader.nil()) return null;
  const extension = reader.extension();
  if (extension !== undefined) {
    // Every extension is an unknown: later cores may add ways to describe one.
    if (extension.type !== refined || extension.body.length > largestRefinement) return UNKNOWN;
    return new Unknown(readRefinement(extension.body), Uint8Array.from(extension.body));
  }
  if (type === "string") return reader.string();
  if (type === "bool") return reader.boolean();
  if (type === "number") return reader.number();
  if (type === "int64") {
    const number = reader.number();
    // Any other number is a mistake in a configuration. Its validation reports it with its path.
    return toInt64(number) ?? number;
  }
  if (type === "dynamic") return readDynamic(reader, depth);
  const [kind, inner] = type;
  if (kind === "map") {
    const map: Record<string, Value> = Object.create(null);
    for (let left = reader.map(); left > 0; left -= 1)
      map[reader.string()] = read(reader, inner, deeper(depth));
    return map;
  }
  if (kind === "object") return readObject(reader, inner, depth);
  const length = reader.array();
  if (kind === "tuple" && length !== inner.length) throw new ValueError("a tuple has the wrong length");
  const elements: Value[] = [];
  for (let index = 0; index < length; index += 1) {
    elements.push(read(reader, partType(type, index), deeper(depth)));
  }
  return elements;
}

function readObject(
  reader: MsgpackReader,
  attributes: Readonly<Record<string, Type>>,
  depth: number,
): ObjectValue {
  const object: Record<string, Value> = Object.create(null);
  for (let left = reader.map(); left > 0; left -= 1) {
    const name = reader.string();
    const type = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (type === undefined) throw new ValueError("an object has an attribute that its type does not have");
    object[name] = read(reader, type, deeper(depth));
  }
  const missing = Object.keys(attributes).find((name) => !(name in object));
  if (missing !== undefined) throw new ValueError(`an object lacks the attribute "${missing}"`);
  return object;
}

function readDynamic(reader: MsgpackReader, depth: number): Dynamic {
  if (reader.array() !== 2) throw new ValueError("a dynamic value is not a pair");
  let type: unknown;
  try {
    type = JSON.parse(Buffer.from(reader.binary()).toString());
  } catch {
    throw new ValueError("the type of a dynamic value is not JSON");
  }
  const parsed = parseType(type, depth + 1);
  return new Dynamic(parsed, read(reader, parsed, depth + 1));
}

/** Ignores a refinement that it cannot read. The value is still an unknown. */
function readRefinement(body: Uint8Array): Refinement | undefined {
  try {
    const reader = new MsgpackReader(body);
    const refinement: { -readonly [K in keyof Refinement]: Refinement[K] } = {};
    for (let left = reader.map(); left > 0; left -= 1) {
      const key = reader.number();
      if (key === 1) refinement.nullness = reader.boolean();
      else if (key === 2) refinement.stringPrefix = reader.string();
      else if (key === 3) refinement.numberLowerBound = readBound(reader);
      else if (key === 4) refinement.numberUpperBound = readBound(reader);
      else if (key === 5) refinement.lengthLowerBound = Number(reader.number());
      else if (key === 6) refinement.lengthUpperBound = Number(reader.number());
      else return refinement;
    }
    return refinement;
  } catch {
    return undefined;
  }
}

function readBound(reader: MsgpackReader): NumberBound {
  if (reader.array() !== 2) throw new ValueError("a number bound is not a pair");
  return { limit: reader.number(), inclusive: reader.boolean() };
}

function write(writer: MsgpackWriter, value: Value, type: Type): void {
  if (value === null) writer.nil();
  else if (value instanceof Unknown) {
    if (value.encoded === undefined) writer.extension(0, unrefinedBody);
    else writer.extension(refined, value.encoded);
  } else if (type === "string" && typeof value === "string") writer.string(value);
  else if (type === "bool" && typeof value === "boolean") writer.boolean(value);
  else if ((type === "number" || type === "int64") && isNumber(value)) writer.number(value);
  else if (type === "dynamic" && value instanceof Dynamic) {
    writer.array(2);
    writer.binary(Buffer.from(JSON.stringify(value.type)));
    write(writer, value.value, value.type);
  } else if (typeof type !== "string") writeCompound(writer, value, type);
  else throw notOfItsType();
}

function writeCompound(writer: MsgpackWriter, value: Value, type: Exclude<Type, string>): void {
  if (type[0] === "object" && isObjectLike(value)) writeObject(writer, value, type);
  else if (type[0] === "map" && isObjectLike(value)) writeMap(writer, value, type);
  else if (isList(value)) {
    writer.array(value.length);
    value.forEach((element, index) => {
      write(writer, element, partType(type, index));
    });
  } else throw notOfItsType();
}

function notOfItsType(): ValueError {
  return new ValueError("a value is not of its type");
}

function writeMap(writer: MsgpackWriter, map: ObjectValue, type: Type): void {
  const entries = Object.entries(map);
  writer.map(entries.length);
  for (const [key, value] of entries) {
    writer.string(key);
    write(writer, value, partType(type, key));
  }
}

function writeObject(writer: MsgpackWriter, object: ObjectValue, [, types]: ObjectType): void {
  const attributes = Object.entries(types);
  writer.map(attributes.length);
  for (const [name, type] of attributes) {
    writer.string(name);
    write(writer, object[name] ?? null, type);
  }
}
