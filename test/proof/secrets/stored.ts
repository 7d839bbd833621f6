import { inflateRawSync } from "node:zlib";
import { schemaJson } from "../../../src/plugin/schema-json.ts";
import { createProvider } from "../../../src/provider/index.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import type { Schemas } from "../../harness/plugin/filled.ts";
import type { Place } from "./search.ts";

/** The secrets that Terraform and OpenTofu may store, by the name of the attribute. */
const mayBeStored: Readonly<Record<string, string>> = {
  sign_key_pin: canaries.signKeyPin,
  access_key: canaries.accessKey,
};

/** The attributes that hold a secret in a state: sensitive, and not write-only. */
export function storedAttributes(): string[] {
  const [schemas] = Object.values(
    (schemaJson(createProvider({ env: {} }), "certorder") as Schemas).provider_schemas,
  );
  const { resource_schemas, data_source_schemas } = schemas as unknown as Record<
    "resource_schemas" | "data_source_schemas",
    Record<string, { block: { attributes: Record<string, { sensitive?: boolean; write_only?: boolean }> } }>
  >;
  return Object.entries({ ...resource_schemas, ...data_source_schemas }).flatMap(([type, { block }]) =>
    Object.entries(block.attributes)
      .filter(([, { sensitive, write_only }]) => sensitive && !write_only)
      .map(([name]) => `${type}.${name}`),
  );
}

/** A file or an output of OpenTofu without the secrets that it may store, and with the parts of a plan apart. */
export function withoutStored(place: Place): Place[] {
  const { name, content } = place;
  if (/^\S+\.tfstate(?:\.backup)?$|^tfstate|^stdout of (?:show -json|state pull)/.test(name))
    return [{ name, content: clearedJson(String(content)) }];
  if (name === "tfplan") return [{ name, content: clearedMessagePack(Buffer.from(content)) }];
  if (!/^\S+\.plan$/.test(name)) return [place];
  return unzip(Buffer.from(content))
    .flatMap(withoutStored)
    .map((entry) => ({ ...entry, name: `${entry.name} in ${name}` }));
}

function clearedJson(json: string): string {
  if (json === "") return "";
  const cleared = JSON.parse(json, (name, value) => (mayBeStored[name] === value ? null : value));
  return JSON.stringify(cleared);
}

/** For the binary part of a plan, in which each attribute is its name and its value in MessagePack. */
function clearedMessagePack(content: Buffer): Buffer {
  let text = content.toString("latin1");
  for (const [name, secret] of Object.entries(mayBeStored))
    text = text.replaceAll(packed(name) + packed(secret), packed(name));
  return Buffer.from(text, "latin1");
}

/** MessagePack of a text of 1 to 255 bytes. */
function packed(text: string): string {
  const bytes = Buffer.from(text);
  const head = bytes.length < 32 ? [0xa0 | bytes.length] : [0xd9, bytes.length];
  return Buffer.concat([Buffer.from(head), bytes]).toString("latin1");
}

function unzip(zip: Buffer): Place[] {
  const entries: Place[] = [];
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 4)) {
    const name = zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const stored = zip.subarray(data, data + zip.readUInt32LE(at + 20));
    entries.push({ name, content: zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(stored) : stored });
  }
  return entries;
}
