import type { Random } from "../../../harness/random.ts";

/** Numbers at which lengths, signs and tags change their meaning. */
const telling = [0x00, 0x01, 0x0a, 0x0d, 0x20, 0x22, 0x7f, 0x80, 0x81, 0xc0, 0xfe, 0xff];
const longest = 200_000;

/** Bytes that differ from the given ones in a few places. `words` are what the format gives a meaning to. */
export function mutatedBytes(random: Random, bytes: Buffer, words: readonly string[] = [""]): Buffer {
  let changed: Buffer = bytes;
  for (let changes = 1 + random.below(random.pick([1, 3, 8])); changes > 0; changes--)
    changed = change(random, changed, words);
  return changed.subarray(0, longest);
}

export function randomBytes(random: Random, longest: number): Buffer {
  return Buffer.from(Array.from({ length: random.below(longest + 1) }, () => random.below(256)));
}

function change(random: Random, bytes: Buffer, words: readonly string[]): Buffer {
  const at = random.below(bytes.length + 1);
  const length = random.below(random.pick([2, 8, 64]) + 1);
  const [before, piece, rest] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)];
  const changes = [
    () => [before, [(bytes[at] ?? 0) ^ (1 << random.below(8))], rest.subarray(1)],
    () => [before, [random.pick(telling)], rest.subarray(1)],
    () => [before, randomBytes(random, 8), rest],
    () => [before, Buffer.from(random.pick(words)), rest],
    () => [before, rest.subarray(length)],
    () => [before, ...Array<Buffer>(random.below(50) === 0 ? 3_000 : 1).fill(piece), rest],
    () => [before],
    () => [rest, before],
  ];
  return Buffer.concat(
    random
      .pick(changes)()
      .map((part) => Buffer.from(part)),
  );
}
