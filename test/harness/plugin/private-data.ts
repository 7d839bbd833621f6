// Private data as terraform-plugin-framework stores it: the JSON of each value in base64.

export function encodePrivate(data: Readonly<Record<string, unknown>>): Uint8Array {
  const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const entries = Object.entries(data).map(([key, value]) => [key, inBase64(value)]);
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)));
}

export function decodePrivate(stored: Uint8Array): unknown {
  if (stored.length === 0) return {};
  const entries = Object.entries<string>(JSON.parse(Buffer.from(stored).toString()));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, JSON.parse(Buffer.from(value, "base64").toString())]),
  );
}
