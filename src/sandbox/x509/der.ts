/** Just enough DER (X.690) to write a certificate. Every function returns one complete tag-length-value. */

function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : longLength(length);
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function longLength(length: number): number[] {
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

export const sequence = (...members: Uint8Array[]): Buffer => element(0x30, Buffer.concat(members));
export const set = (...members: Uint8Array[]): Buffer => element(0x31, Buffer.concat(members));
export const octetString = (content: Uint8Array): Buffer => element(0x04, content);
export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text, "utf8"));
export const isTrue: Buffer = element(0x01, Buffer.from([0xff]));

/** Bytes as an unsigned number: no needless leading zero, and one in front where the number would read as negative. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const minimal = bytes.subarray(start);
  const sign = (minimal[0] ?? 0) >= 0x80 || minimal.length === 0 ? [0] : [];
  return element(0x02, Buffer.from([...sign, ...minimal]));
}

/** A bit string; `unusedBits` at its end do not count. */
export function bitString(content: Uint8Array, unusedBits = 0): Buffer {
  return element(0x03, Buffer.concat([Buffer.from([unusedBits]), content]));
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

function base128(arc: number): number[] {
  const bytes = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 | (rest % 128));
  return bytes;
}

/** A moment to the second. X.509 wants the short form with a two-digit year up to 2049, the long one after that. */
export function time(moment: Date): Buffer {
  const digits = moment
    .toISOString()
    .slice(0, 19)
    .replace(/[^0-9]/g, "");
  return moment.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : element(0x18, Buffer.from(`${digits}Z`));
}

/** `[tag]` around a complete element. */
export const explicit = (tag: number, content: Uint8Array): Buffer => element(0xa0 | tag, content);
/** `[tag]` in place of a primitive element's own tag. */
export const implicit = (tag: number, content: Uint8Array): Buffer => element(0x80 | tag, content);
