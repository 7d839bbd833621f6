import type { Random } from "../../../harness/random.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Stands for arrays that are nested more deeply than a value can be built. */
const deep = "(deep)";
const words = ["", " ", "0", "null", "success", "SUCCESS", "request_too_fast", "__proto__", "constructor"];
const strangeTexts = [
  "\u0000\u001b[31m\u202e",
  "\ud800",
  "é✓𝄞",
  "::error::x\n::set-output name=a::b",
  "x".repeat(5_000),
];
const lists: readonly Json[] = [[], [[]], [null], Array(3_000).fill(0), deep];
const objects: readonly Json[] = [{}, { code: null }, { id: { id: "x" } }, { toString: 1, length: 1e9 }];
const others = [null, true, false, 0, -1, 1.5, 2 ** 53, 1e308];
const strange: readonly Json[] = [...words, ...strangeTexts, ...lists, ...objects, ...others];

/** The JSON of a value that differs from the given one in its structure. */
export function mutatedJson(random: Random, value: Json): string {
  let changed = value;
  for (let changes = 1 + random.below(3); changes > 0; changes--) changed = change(random, changed);
  const depth = random.pick([10, 1_000, 20_000]);
  return JSON.stringify(changed, null, random.pick([0, 0, 1])).replace(
    `"${deep}"`,
    `${"[".repeat(depth)}${"]".repeat(depth)}`,
  );
}

function change(random: Random, value: Json): Json {
  if (typeof value !== "object" || value === null || random.below(4) === 0) return replaced(random, value);
  const entries: (readonly [string, Json])[] = Object.entries(value);
  if (entries.length === 0) entries.push([random.pick(words), null]);
  const at = random.below(entries.length);
  const entry = entries[at] as (typeof entries)[number];
  const [name, member] = entry;
  const inside = () => entries.with(at, [name, change(random, member)]);
  const renamed = () => random.pick([...entries.map(([key]) => key), name.toUpperCase(), "__proto__", ""]);
  const changes = [
    () => entries.toSpliced(at, 1),
    () => entries.toReversed(),
    () => [...entries, ...Array<typeof entry>(random.pick([1, 100, 3_000])).fill(entry)],
    () => entries.with(at, [renamed(), member]),
    ...[inside, inside, inside, inside],
  ];
  const changed = random.pick(changes)();
  return Array.isArray(value) ? changed.map(([, element]) => element) : Object.fromEntries(changed);
}

function replaced(random: Random, value: Json): Json {
  if (typeof value === "number" && random.below(2) === 0)
    return value + random.pick([-1, 1, 0.5, -1e6, 1e15]);
  if (typeof value === "string" && random.below(2) === 0)
    return random.pick([value.slice(1), `${value}\n`, value.repeat(50), value.toUpperCase(), [value]]);
  return random.pick([...strange, [value], { value }]);
}
