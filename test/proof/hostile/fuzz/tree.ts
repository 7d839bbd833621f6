import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "./bytes.ts";

/** Bytes that consist of parts inside parts: what a tag means, and how a part is written, is the format's business. */
export interface Tree {
  readonly tag: number;
  readonly content: Buffer | readonly Tree[];
}

export interface Format {
  read(bytes: Buffer): readonly Tree[];
  write(trees: readonly Tree[]): Buffer;
}

/**
 * Bytes of the format that differ from one of the seeds in their structure: parts are left out, repeated, moved,
 * nested, taken from another seed or given another tag, with all lengths right. Sometimes bytes are changed as well.
 */
export function mutatedTree(random: Random, format: Format, seeds: readonly (readonly Tree[])[]): Buffer {
  const donor = random.pick(seeds);
  let trees = random.pick(seeds);
  // Many of something find other mistakes than a few do, but many of many would fill the memory.
  if (random.below(50) === 0) trees = change(random, trees, donor, 1_000);
  else for (let changes = random.below(4); changes > 0; changes--) trees = change(random, trees, donor, 2);
  const bytes = format.write(trees);
  return random.below(3) === 0 ? mutatedBytes(random, bytes) : bytes;
}

/** `times` is how often something is repeated, or how deeply nested. */
function change(
  random: Random,
  trees: readonly Tree[],
  donor: readonly Tree[],
  times: number,
): readonly Tree[] {
  const at = random.below(trees.length);
  const tree = trees[at];
  if (!tree) return [partOf(random, donor)];
  const { tag, content } = tree;
  if (!Buffer.isBuffer(content) && random.below(5) > 0)
    return trees.with(at, { tag, content: change(random, content, donor, times) });
  const changes = [
    () => trees.toSpliced(at, 1),
    () => trees.toSpliced(at, 0, ...Array<Tree>(times).fill(tree)),
    () => [...trees.slice(at), ...trees.slice(0, at)],
    () => trees.with(at, partOf(random, donor)),
    () => trees.with(at, { tag: random.pick([tag ^ (1 << random.below(8)), random.below(256)]), content }),
    () => trees.with(at, nested(tree, times)),
    () => trees.with(at, { tag, content: Buffer.alloc(0) }),
    () => trees.with(at, { tag, content: Buffer.isBuffer(content) ? mutatedBytes(random, content) : [] }),
  ];
  return random.pick(changes)();
}

function nested(tree: Tree, times: number): Tree {
  return times === 0 ? tree : nested({ tag: tree.tag, content: [tree] }, times - 1);
}

function partOf(random: Random, trees: readonly Tree[]): Tree {
  if (trees.length === 0) return { tag: 0, content: Buffer.alloc(0) };
  const tree = random.pick(trees);
  return Buffer.isBuffer(tree.content) || random.below(3) === 0 ? tree : partOf(random, tree.content);
}
