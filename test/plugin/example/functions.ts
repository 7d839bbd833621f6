import { Dynamic, type ProviderFunction } from "../../../src/plugin/index.ts";

/** Puts words together with a separator. */
const joinWords: ProviderFunction = {
  summary: "Joins words",
  description: "Puts words together with a separator between them.",
  parameters: [{ name: "separator", type: "string" }],
  variadicParameter: { name: "words", type: "string" },
  returns: "string",
  call: ([separator, ...words]) => ({ result: words.join(String(separator)) }),
};

/** Hands back what it gets, whatever its type: numbers must keep all their digits. */
const same: ProviderFunction = {
  summary: "Returns its argument",
  parameters: [{ name: "value", type: "dynamic", allowNull: true }],
  returns: "dynamic",
  call: ([value]) => ({ result: value ?? null }),
};

const split: ProviderFunction = {
  summary: "Takes a name apart",
  parameters: [{ name: "full_name", type: "string" }],
  returns: ["object", { first: "string", last: "string" }],
  call([fullName]) {
    const [first, last] = String(fullName).split(" ");
    if (first === undefined || last === undefined) return { error: "There is no last name.", argument: 0 };
    return { result: { first, last } };
  },
};

const wrong: ProviderFunction = {
  summary: "Returns another type than it says",
  parameters: [],
  returns: "string",
  call: () => ({ result: new Dynamic("number", 1) }),
};

export const functions = { join_words: joinWords, same, split, wrong };
