import { canaries } from "../../harness/faults/canaries.ts";

/** The attributes that a schema lets Terraform and OpenTofu store although they are secret, by where they stand. */
export type StorableAttributes = ReadonlySet<string>;

/** A document without the secrets that it may store, and which attributes those were. */
export interface ClearedDocument {
  readonly content: string | Buffer;
  readonly stored: readonly string[];
}

interface Schemas {
  readonly provider_schemas: Readonly<
    Record<
      string,
      Readonly<Record<"resource_schemas" | "data_source_schemas", Readonly<Record<string, Schema>>>>
    >
  >;
}
interface Schema {
  readonly block: {
    readonly attributes: Readonly<Record<string, { sensitive?: boolean; write_only?: boolean }>>;
  };
}

/** What `tofu providers schema -json` marks as sensitive, and not as write-only. */
export function readStorable(schemaJson: string): StorableAttributes {
  const providers = Object.values((JSON.parse(schemaJson) as Schemas).provider_schemas);
  const names = (schemas: Readonly<Record<string, Schema>>, mode: string) =>
    Object.entries(schemas).flatMap(([type, { block }]) =>
      Object.entries(block.attributes)
        .filter(([, { sensitive, write_only }]) => sensitive && !write_only)
        .map(([name]) => `${mode}${type}.${name}`),
    );
  return new Set(
    providers.flatMap(({ resource_schemas, data_source_schemas }) => [
      ...names(resource_schemas, ""),
      ...names(data_source_schemas, "data."),
    ]),
  );
}

const secrets: ReadonlySet<unknown> = new Set(Object.values(canaries));

/** For states and whatever `show -json` prints: a resource says of which type it is, its attributes stand inside. */
export function clearJson(json: string, storable: StorableAttributes): ClearedDocument {
  const stored: string[] = [];
  const cleared = (value: unknown, type: string): unknown => {
    if (Array.isArray(value)) return value.map((member) => cleared(member, type));
    if (typeof value !== "object" || value === null) return value;
    const { type: own, mode } = value as { type?: unknown; mode?: unknown };
    const within = typeof own === "string" ? `${mode === "data" ? "data." : ""}${own}` : type;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const place = `${within}.${name}`;
        if (!storable.has(place) || !secrets.has(member)) return [name, cleared(member, within)];
        stored.push(place);
        return [name, null];
      }),
    );
  };
  return { content: json === "" ? "" : JSON.stringify(cleared(JSON.parse(json), "")), stored };
}

/** For the binary part of a plan, in which each attribute is its name and its value in MessagePack. */
export function clearMessagePack(content: Buffer, storable: StorableAttributes): ClearedDocument {
  const stored: string[] = [];
  let text = content.toString("latin1");
  for (const name of new Set([...storable].map((place) => place.slice(place.lastIndexOf(".") + 1))))
    for (const secret of Object.values(canaries)) {
      const parts = text.split(packed(name) + packed(secret));
      stored.push(...parts.slice(1).map(() => `plan.${name}`));
      text = parts.join(packed(name));
    }
  return { content: Buffer.from(text, "latin1"), stored };
}

function packed(text: string): string {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  const head =
    length < 32 ? [0xa0 | length] : length < 256 ? [0xd9, length] : [0xda, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]).toString("latin1");
}
