import { Dynamic, defineFunction, type ProviderFunction } from "../../../../src/plugin/index.ts";

const joinWords = defineFunction({
  summary: "Joins words",
  description: "Puts words together with a separator between them.",
  parameters: [{ name: "separator", type: "string" }],
  variadicParameter: { name: "words", type: "string" },
  returns: "string",
  call: ([separator, ...words]) => ({ result: words.join(separator) }),
});

/** Hands back what it gets, whatever its type: numbers must keep all their digits. */
const same = defineFunction({
  summary: "Returns its argument",
  parameters: [{ name: "value", type: "dynamic", allowNull: true }],
  returns: "dynamic",
  call: ([value]) => ({ result: value }),
});

const split = defineFunction({
  summary: "Takes a name apart",
  parameters: [{ name: "full_name", type: "string" }],
  returns: ["object", { first: "string", last: "string" }],
  call([fullName]) {
    const [first, last] = fullName.split(" ");
    if (first === undefined || last === undefined) return { error: "There is no last name.", argument: 0 };
    return { result: { first, last } };
  },
});

/** Stands for code that the type checker never saw. */
const wrong: ProviderFunction = {
  summary: "Returns another type than it says",
  parameters: [],
  returns: "string",
  call: () => ({ result: new Dynamic("number", 1) }),
};

/** The largest of 64-bit integers. */
const largest = defineFunction({
  summary: "Returns the largest of the numbers",
  parameters: [{ name: "numbers", type: "list(int64)" }],
  returns: "int64",
  call: ([numbers]) => ({ result: numbers.reduce((left, right) => (right > left ? right : left)) }),
});

export const functions = { join_words: joinWords, largest, same, split, wrong };
