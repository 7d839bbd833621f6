import { type Action, defineSchema, error } from "../../../src/plugin/index.ts";
import type { Example } from "./provider.ts";

const schema = defineSchema({
  attributes: {
    words: { type: "list(string)", required: true },
  },
});

export const announce: Action<typeof schema, Example> = {
  schema,
  async invoke({ config, progress }) {
    for (const word of config.words) {
      if (word === "throw") throw new Error("thrown as asked");
      if (word === "fail")
        return { diagnostics: [error("Cannot Announce", "The word was refused.", ["words", 0])] };
      progress(word);
    }
    return undefined;
  },
};
