import type { Canary, Encoding } from "../../harness/faults/canaries.ts";
import { canaries, encodings, findCanaries } from "../../harness/faults/canaries.ts";
import type { Random } from "../../harness/random.ts";

/** One thing that can be read: a file, a stream, a record, all that can be printed of a value. */
export interface Place {
  readonly name: string;
  readonly content: string | Buffer;
}

export interface Hit {
  readonly canary: Canary;
  /** The spellings in which all of it stands there. None: it is cut off, or spelled otherwise. */
  readonly encodings: readonly Encoding[];
  readonly place: string;
}

export function hitsIn({ name, content }: Place): Hit[] {
  const text = searchable(content);
  return findCanaries(text).map((canary) => ({ canary, encodings: encodingsIn(text, canary), place: name }));
}

export function toBytes(content: Place["content"]): Buffer {
  return typeof content === "string" ? Buffer.from(content) : content;
}

/** Bytes as characters; texts of two bytes a character are read as well. */
function searchable(content: Place["content"]): string {
  const text = toBytes(content).toString("latin1");
  return text.includes("\0") ? `${text}\n${text.replaceAll("\0", "")}` : text;
}

function encodingsIn(text: string, canary: Canary): Encoding[] {
  const lower = text.toLowerCase();
  const names = Object.keys(encodings) as Encoding[];
  return names.filter((name) => lower.includes(searchable(encodings[name](canaries[canary])).toLowerCase()));
}

/** Every canary in every encoding. */
export const plantedSecrets = (Object.keys(canaries) as Canary[]).flatMap((canary) =>
  (Object.keys(encodings) as Encoding[]).map((encoding) => ({ canary, encoding })),
);

/** Whether the search finds in this very place what is put there at random. */
export function findsPlanted(place: Place, plant: (typeof plantedSecrets)[number], random: Random): boolean {
  const content = toBytes(place.content);
  const at = random.below(content.length + 1);
  const planted = Buffer.from(encodings[plant.encoding](canaries[plant.canary]));
  const hits = hitsIn({
    name: place.name,
    content: Buffer.concat([content.subarray(0, at), planted, content.subarray(at)]),
  });
  return hits.some((hit) => hit.canary === plant.canary && hit.encodings.includes(plant.encoding));
}
