import { describe, expect, test } from "vitest";
import {
  type Change,
  comparePromises,
  compareVersions,
  lowestVersion,
  type Part,
} from "../../../../src/generate/promises/compare.ts";

const given: Part = { give: "text", optional: true };
const needed: Part = { give: "text" };
const read: Part = { read: "text" };
const sometimesRead: Part = { read: "text", optional: true };

const cases: [
  what: string,
  before: Part | undefined,
  after: Part | undefined,
  change: Change["effect"] | undefined,
  text?: string,
][] = [
  ["A flag that is removed", given, undefined, "breaking", "removes --x of reissue"],
  ["A field of an output that is removed", read, undefined, "breaking", "removes --x of reissue"],
  ["An optional flag that is added", undefined, given, "feature", "adds --x of reissue"],
  [
    "An argument that is added, and needed",
    undefined,
    needed,
    "breaking",
    "adds --x of reissue, which has to be given",
  ],
  ["A field of an output that is added", undefined, read, "feature", "adds --x of reissue"],
  [
    "Another type",
    given,
    { give: "number", optional: true },
    "breaking",
    "changes the type of --x of reissue from text to number",
  ],
  [
    "Another type of an output",
    read,
    { read: "number" },
    "breaking",
    "changes the type of --x of reissue from text to number",
  ],
  ["An optional input that is needed now", given, needed, "breaking", "--x of reissue has to be there"],
  [
    "A needed input that is optional now",
    needed,
    given,
    "feature",
    "--x of reissue no longer has to be there",
  ],
  [
    "An output that is not always there any more",
    read,
    sometimesRead,
    "breaking",
    "--x of reissue no longer has to be there",
  ],
  ["An output that is always there now", sometimesRead, read, "feature", "--x of reissue has to be there"],
  ["A read-only value that users may give now", read, given, "feature", "lets users give --x of reissue"],
  [
    "A read-only value that users have to give now",
    read,
    needed,
    "breaking",
    "--x of reissue has to be given now",
  ],
  ["A value that users may no longer give", given, read, "breaking", "no longer takes --x of reissue"],
  [
    "Another default",
    { ...given, default: "1" },
    { ...given, default: "2" },
    "breaking",
    "changes the default of --x of reissue from 1 to 2",
  ],
  [
    "A word that is removed",
    { ...given, values: ["a", "b"] },
    { ...given, values: ["a"] },
    "breaking",
    "removes b from --x of reissue",
  ],
  [
    "A word that is added",
    { ...given, values: ["a"] },
    { ...given, values: ["a", "b"] },
    "feature",
    "adds b to --x of reissue",
  ],
  [
    "Free text of which only some words are taken now",
    given,
    { ...given, values: ["a", "b"] },
    "breaking",
    "takes only a, b as --x of reissue",
  ],
  [
    "Words in whose place any text is taken now",
    { ...given, values: ["a", "b"] },
    given,
    "feature",
    "takes any text as --x of reissue",
  ],
  [
    "An output that is one of a list of words now",
    read,
    { ...read, values: ["a", "b"] },
    "feature",
    "has only a, b as --x of reissue",
  ],
  [
    "An output that can be any text now",
    { ...read, values: ["a", "b"] },
    read,
    "breaking",
    "can have any text as --x of reissue",
  ],
  ["The same", given, { ...given }, undefined],
];

const promises = (part: Part | undefined) => ({
  commands: { reissue: part === undefined ? {} : { "--x": part } },
});

describe("A change of what is promised", () => {
  test.each(cases)("%s", (_, before, after, effect, text) => {
    const changes = comparePromises(promises(before), promises(after));
    expect(changes).toEqual(effect === undefined ? [] : [{ effect, text: `commands: ${text}` }]);
  });

  test("A whole command is one change, added or removed", () => {
    const two = { commands: { reissue: {}, wait: { "argument 1": needed } } };
    const one = { commands: { reissue: {} } };
    expect(comparePromises(one, two)).toEqual([{ effect: "feature", text: "commands: adds wait" }]);
    expect(comparePromises(two, one)).toEqual([{ effect: "breaking", text: "commands: removes wait" }]);
  });

  test("A whole section breaks if it is removed", () => {
    expect(comparePromises({ metrics: { status: {} } }, {})).toEqual([
      { effect: "breaking", text: "metrics: removes status" },
    ]);
  });
});

describe("The version that changes ask for", () => {
  const [feature, breaking]: Change[] = [
    { effect: "feature", text: "" },
    { effect: "breaking", text: "" },
  ] as const;
  test.each([
    ["0.1.3", [], "0.1.4"],
    ["0.1.3", [feature], "0.1.4"],
    ["0.1.3", [feature, breaking], "0.2.0"],
    ["1.4.3", [], "1.4.4"],
    ["1.4.3", [feature], "1.5.0"],
    ["1.4.3", [feature, breaking], "2.0.0"],
  ] as [string, Change[], string][])("after %s with %j is at least %s", (released, changes, lowest) => {
    expect(lowestVersion(released, changes)).toBe(lowest);
  });

  test("Versions are compared by their numbers", () => {
    const versions = ["0.10.0", "0.9.1", "1.0.0", "0.9.0"].sort(compareVersions);
    expect(versions).toEqual(["0.9.0", "0.9.1", "0.10.0", "1.0.0"]);
  });
});
