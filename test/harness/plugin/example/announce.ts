import { defineAction, error } from "../../../../src/plugin/index.ts";
import type { Example } from "./provider.ts";

export const announce = defineAction<Example>()({
  schema: { attributes: { words: { type: "list(string)", required: true } } },
  async invoke({ config, progress }) {
    for (const word of config.words) {
      if (word === "throw") throw new Error("thrown as asked");
      if (word === "fail")
        return { diagnostics: [error("Cannot Announce", "The word was refused.", ["words", 0])] };
      progress(word);
    }
    return undefined;
  },
});
