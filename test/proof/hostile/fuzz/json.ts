import type { Random } from "../../../harness/random.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Stands for arrays that are nested more deeply than a value can be built. */
const deep = "(deep)";

const strange: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  "",
  " ",
  "0",
  "null",
  "success",
  "SUCCESS",
  "request_too_fast",
  "__proto__",
  "constructor",
  "\u0000\u001b[31m\u202e",
  "\ud800",
  "é✓𝄞",
  "::error::x\n::set-output name=a::b",
  "x".repeat(5_000),
  [],
  {},
  [[]],
  [null],
  { code: null },
  { id: { id: "x" } },
  { __proto__: null, toString: 1, length: 1e9 },
  Array(3_000).fill(0),
  deep,
];

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

/** Goes down to some place and changes what is there. */
function change(random: Random, value: Json): Json {
  if (typeof value !== "object" || value === null || random.below(4) === 0) return replaced(random, value);
  if (Array.isArray(value)) {
    const at = random.below(value.length);
    if (value.length === 0 || random.below(4) === 0) return rearranged(random, value);
    return value.with(at, change(random, value[at] as Json));
  }
  const names = Object.keys(value);
  if (names.length === 0)
    return { [random.pick(["code", "", "__proto__", "\ud800"])]: replaced(random, null) };
  const name = random.pick(names);
  const { [name]: member = null, ...others } = value;
  switch (random.below(6)) {
    case 0:
      return others;
    case 1:
      return { ...others, [random.pick([...names, name.toUpperCase(), "__proto__", ""])]: member };
    case 2:
      return { ...value, [random.pick(names)]: member };
    default:
      return { ...value, [name]: change(random, member) };
  }
}

function replaced(random: Random, value: Json): Json {
  if (typeof value === "number" && random.below(2) === 0)
    return value + random.pick([-1, 1, 0.5, -1e6, 1e15]);
  if (typeof value === "string" && random.below(2) === 0)
    return random.pick([value.slice(1), `${value}\n`, value.repeat(50), value.toUpperCase(), [value]]);
  return random.pick([...strange, [value], { value }]);
}

function rearranged(random: Random, values: Json[]): Json[] {
  const repeated = () => Array(random.pick([2, 100, 3_000])).fill(random.pick([...values, null])) as Json[];
  return random.pick([[], [...values].reverse(), values.slice(1), [...values, null], repeated()]);
}
