// The few shapes of DER that a certificate is made of.

export function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content]);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

export const sequence = (...parts: readonly Uint8Array[]) => element(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]) => element(0x31, ...parts);
export const octetString = (content: Uint8Array) => element(0x04, content);
export const bitString = (content: Uint8Array, unusedBits = 0) =>
  element(0x03, Buffer.from([unusedBits]), content);
export const utf8String = (text: string) => element(0x0c, Buffer.from(text));
export const boolean = (value: boolean) => element(0x01, Buffer.from([value ? 0xff : 0]));
/** `[n]` around its content, as optional parts of a structure are marked. */
export const explicit = (n: number, content: Uint8Array) => element(0xa0 | n, content);

/** A non-negative integer. DER wants it minimal, and a leading one bit would make it negative. */
export function integer(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const minimal = bytes.subarray(start);
  return element(0x02, Buffer.from((minimal[0] ?? 0) >= 0x80 ? [0] : []), minimal);
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const octets = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    octets.push(...groups);
  }
  return element(0x06, Buffer.from(octets));
}

/** Certificates write years before 2050 with two digits, later ones with four. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+|\D/g, "");
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : element(0x18, Buffer.from(`${digits}Z`));
}
