import type { Random } from "../../../harness/random.ts";

/** Numbers at which lengths, signs and tags change their meaning. */
const telling = [0x00, 0x01, 0x0a, 0x0d, 0x20, 0x22, 0x7f, 0x80, 0x81, 0xc0, 0xfe, 0xff];
const longest = 200_000;

/** Bytes that differ from the given ones in a few places. Text are what the format gives a meaning to. */
export function mutatedBytes(random: Random, bytes: Buffer, words: readonly string[] = []): Buffer {
  let changed: Buffer = bytes;
  for (let changes = 1 + random.below(random.pick([1, 3, 8])); changes > 0; changes--)
    changed = change(random, changed, words);
  return changed.length > longest ? changed.subarray(0, longest) : changed;
}

export function randomBytes(random: Random, longest: number): Buffer {
  return Buffer.from(Array.from({ length: random.below(longest + 1) }, () => random.below(256)));
}

function change(random: Random, bytes: Buffer, words: readonly string[]): Buffer {
  const at = random.below(bytes.length + 1);
  const length = random.below(random.pick([2, 8, 64]) + 1);
  const piece = bytes.subarray(at, at + length);
  const before = bytes.subarray(0, at);
  const inserted = (more: Buffer) => Buffer.concat([before, more, bytes.subarray(at)]);
  switch (random.below(8)) {
    case 0:
      return set(bytes, at, (bytes[at] ?? 0) ^ (1 << random.below(8)));
    case 1:
      return set(bytes, at, random.pick(telling));
    case 2:
      return inserted(randomBytes(random, 8));
    case 3:
      return inserted(Buffer.from(words.length > 0 ? random.pick(words) : ""));
    case 4:
      return Buffer.concat([before, bytes.subarray(at + length)]);
    case 5:
      return inserted(Buffer.concat(Array(random.below(50) === 0 ? 3_000 : 1).fill(piece)));
    case 6:
      return before;
    default:
      return Buffer.concat([bytes.subarray(at), before]);
  }
}

function set(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  if (at < changed.length) changed[at] = value;
  return changed;
}
