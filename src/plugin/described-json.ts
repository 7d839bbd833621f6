import type { Sent } from "./protobuf/messages.ts";

/** What a provider answers about its schemas, in the format of `terraform providers schema -json`. */
export function describedJson(
  described: Sent<"GetProviderSchemaResponse">,
  identities: Sent<"GetResourceIdentitySchemasResponse">["identity_schemas"],
  address: string,
): object {
  const { server_capabilities: _, diagnostics: __, provider = {}, ...tables } = described;
  const written = Object.entries({ ...tables, resource_identity_schemas: identities })
    .map(([name, table]): [string, object] => [name, tableJson(Object.entries(table ?? {}))])
    .filter(([, table]) => Object.keys(table).length > 0);
  return {
    format_version: "1.0",
    provider_schemas: { [address]: { provider: messageJson(provider), ...Object.fromEntries(written) } },
  };
}

/** Messages by name, sorted as Go writes maps. */
function tableJson(messages: readonly (readonly [name: string | undefined, message: object])[]): object {
  const entries = messages.map(([name, message]): [string, object] => [String(name), messageJson(message)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const nestings = ["", "single", "list", "set", "map"];

/** How the JSON differs from the message: another name, another form, or left out. */
const parts: Readonly<Record<string, (part: never) => object>> = {
  attributes: (part) => ({ attributes: byName(part) }),
  identity_attributes: (part) => ({ attributes: byName(part) }),
  block_types: (part: readonly object[]) => (part.length > 0 ? { block_types: byName(part) } : {}),
  parameters: (part: readonly object[]) => (part.length > 0 ? { parameters: part.map(messageJson) } : {}),
  nesting: (part: number) => ({ nesting_mode: nestings[part] }),
  description_kind: () => ({ description_kind: "markdown" }),
  return: ({ type }: { type: Uint8Array }) => ({ return_type: typeJson(type) }),
  type: (part) => ({ type: typeJson(part) }),
  allow_null_value: () => ({ is_nullable: true }),
  allow_unknown_values: () => ({}),
  deprecation_message: () => ({}),
  // An action has no version.
  schema: ({ block }: { block: object }) => messageJson({ block }),
};

function messageJson(message: object): object {
  // A message that was read has zeros for what was not sent. Only a version may be zero.
  const isSent = (name: string, part: unknown) =>
    part instanceof Uint8Array ? part.length > 0 : Boolean(part) || name === "version";
  const written = Object.entries(message).filter(([name, part]) => isSent(name, part));
  return Object.assign(
    {},
    ...written.map(([name, part]) => {
      const change = parts[name] as ((part: unknown) => object) | undefined;
      return change?.(part) ?? { [name]: typeof part === "object" ? messageJson(part) : part };
    }),
  );
}

function typeJson(type: Uint8Array): unknown {
  return JSON.parse(String(type));
}

interface Named {
  readonly name?: string;
  readonly type_name?: string;
}

function byName(messages: readonly Named[]): object {
  return tableJson(messages.map(({ name, type_name = name, ...message }) => [type_name, message]));
}
