import { decodeValue, encodeValue } from "../../../../src/plugin/values/encoding.ts";
import { parseJson, valueFromJson } from "../../../../src/plugin/values/json.ts";
import type { Type } from "../../../../src/plugin/values/type.ts";
import { UNKNOWN } from "../../../../src/plugin/values/unknown.ts";
import { Dynamic, equal, type Value } from "../../../../src/plugin/values/value.ts";
import { ValueError } from "../../../../src/plugin/values/value-error.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { msgpack } from "../fuzz/formats.ts";
import { mutatedJson } from "../fuzz/json.ts";
import type { Target } from "../fuzz/target.ts";
import { mutatedTree } from "../fuzz/tree.ts";

const inner: Type = ["object", { a: "string", b: ["list", "number"], c: ["map", "bool"], d: "dynamic" }];
const types: readonly Type[] = [
  "string",
  "number",
  "int64",
  "dynamic",
  ["set", "string"],
  ["tuple", ["string", "bool", "dynamic"]],
  inner,
  ["map", inner],
];
const samples: readonly (readonly [Type, Value])[] = [
  ["string", "héllo"],
  ["number", 9007199254740991],
  ["number", 0.1],
  ["int64", 9223372036854775807n],
  ["dynamic", new Dynamic("dynamic", new Dynamic(["list", "string"], ["a"]))],
  [
    ["set", "string"],
    ["a", "b", UNKNOWN],
  ],
  [
    inner,
    { a: UNKNOWN, b: [1, -1, 1e300], c: { yes: true, __proto__x: false }, d: new Dynamic("number", 7) },
  ],
];
const seeds = [
  ...samples.map(([type, value]) => Buffer.from(encodeValue(value, type))),
  // Not null, and begins with arn: what is known of an unknown.
  Buffer.from("c7090c8201c202a461726e3a", "hex"),
].map(msgpack.read);
const stored = {
  a: "x",
  b: [1, 2.5, "1e999"],
  c: { yes: true },
  d: { type: "dynamic", value: { type: "string", value: "x" } },
};

/** Values in MessagePack and JSON. What can be read stays the same however often it is written and read again. */
export const target: Target = {
  open: async () => ({
    attack(random) {
      const type = random.pick(types);
      try {
        const value = hostileValue(random, type);
        if (!equal(decodeValue(encodeValue(value, type), type), value, type))
          throw new Error(`a ${JSON.stringify(type)} changes when it is written`);
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
      }
    },
  }),
};

function hostileValue(random: Random, type: Type): Value {
  const depth = random.below(20) === 0 ? 20_000 : 1 + random.below(150);
  const makers = [
    () => fromJson(mutatedJson(random, stored), type),
    () => decodeValue(dynamics(depth), type),
    () => fromJson(mutatedBytes(random, Buffer.from(JSON.stringify(stored))), type),
    () => decodeValue(mutatedTree(random, msgpack, seeds), type),
  ];
  return random.pick(makers)();
}

function fromJson(json: string | Buffer, type: Type): Value {
  const value = valueFromJson(parseJson(Buffer.from(json)), type);
  // JSON can hold text that is no Unicode. Written once, it is.
  return decodeValue(encodeValue(value, type), type);
}

/** A dynamic value in a dynamic value, and so on. */
function dynamics(depth: number): Buffer {
  const shell = Buffer.concat([Buffer.from([0x92, 0xc4, 9]), Buffer.from('"dynamic"')]);
  return Buffer.concat([...Array<Buffer>(depth).fill(shell), Buffer.from([0xc0])]);
}
