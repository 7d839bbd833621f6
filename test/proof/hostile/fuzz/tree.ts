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
  if (trees.length === 0) return [partOf(random, donor)];
  const at = random.below(trees.length);
  const tree = trees[at] as Tree;
  const inside = Array.isArray(tree.content) && random.below(5) > 0;
  if (inside) {
    const content = change(random, tree.content as readonly Tree[], donor, times);
    return trees.with(at, { ...tree, content });
  }
  switch (random.below(8)) {
    case 0:
      return trees.toSpliced(at, 1);
    case 1:
      return trees.toSpliced(at, 0, ...Array<Tree>(times).fill(tree));
    case 2:
      return [...trees.slice(at), ...trees.slice(0, at)];
    case 3:
      return trees.with(at, partOf(random, donor));
    case 4:
      return trees.with(at, {
        ...tree,
        tag: random.pick([tree.tag ^ (1 << random.below(8)), random.below(256)]),
      });
    case 5:
      return trees.with(at, nested(tree, times));
    case 6:
      return trees.with(at, { ...tree, content: Buffer.alloc(0) });
    default:
      return trees.with(at, {
        ...tree,
        content: Buffer.isBuffer(tree.content) ? mutatedBytes(random, tree.content) : [],
      });
  }
}

function nested(tree: Tree, times: number): Tree {
  let outer = tree;
  for (let left = times; left > 0; left--) outer = { tag: tree.tag, content: [outer] };
  return outer;
}

/** A part from anywhere inside. */
function partOf(random: Random, trees: readonly Tree[]): Tree {
  if (trees.length === 0) return { tag: 0, content: Buffer.alloc(0) };
  const tree = random.pick(trees);
  return Array.isArray(tree.content) && tree.content.length > 0 && random.below(3) > 0
    ? partOf(random, tree.content)
    : tree;
}
