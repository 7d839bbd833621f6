import { defineResource, defineSchema, error, UNKNOWN } from "../../../../src/plugin/index.ts";
import type { Example } from "./provider.ts";

const schema = defineSchema({
  description:
    "Breaks one of the core's rules, as `mischief` says, so that the framework has something to catch.",
  attributes: {
    mischief: { type: "string", required: true },
    note: {
      type: "string",
      optional: true,
      semanticEquals(left, right) {
        if (right === "not comparable") throw new SyntaxError("cannot be compared");
        return left === right;
      },
    },
    secret_wo: { type: "string", optional: true, writeOnly: true },
    result: { type: "string", computed: true },
  },
});

/** Stands for code that the type checker never saw. */
// biome-ignore lint/suspicious/noExplicitAny: wrong on purpose
type Anything = any;

export const unruly = defineResource<Example>()({
  schema,

  modifyPlan({ planned }): Anything {
    switch (planned?.mischief) {
      case "plan another value":
        return { planned: { note: "something else" } };
      case "plan an unconfigured value":
        return { planned: { note: "made up" } };
      case "plan a write-only value":
        return { planned: { secret_wo: "kept" } };
      case "plan a wrong type":
        return { planned: { result: 42 } };
      case "plan a strange attribute":
        return { planned: { surprise: "hello" } };
      case "replace for a strange attribute":
        return { requiresReplace: ["surprise"] };
      default:
        return undefined;
    }
  },

  async create({ planned, config }): Promise<Anything> {
    const good = { ...planned, result: "made" };
    switch (planned.mischief) {
      case "apply another value":
        return { state: { ...good, note: "something else" } };
      case "compare and throw":
        return { state: { ...good, note: "not comparable" } };
      case "leave it unknown":
        return { state: { ...good, result: UNKNOWN } };
      case "store a write-only value":
        return { state: { ...good, secret_wo: config.secret_wo } };
      case "store a wrong type":
        return { state: { ...good, result: ["not", "a", "string"] } };
      case "forget an attribute":
        return { state: { mischief: planned.mischief, result: "made" } };
      case "answer nothing":
        return {};
      case "answer undefined":
        return undefined;
      case "fail with unknowns":
        return { state: { ...planned }, diagnostics: [error("Failed Halfway")] };
      case "throw a string":
        throw "just a string";
      case "reject unnoticed":
        void Promise.reject(new Error("no handler waits for this"));
        return { state: good };
      case "throw in a timer":
        setTimeout(() => {
          throw new Error("no call waits for this");
        }, 10);
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { state: good };
      default:
        return { state: good };
    }
  },

  read({ state }): Anything {
    if (state.mischief === "read another value") return { state: { ...state, note: "drifted" } };
    if (state.mischief === "read unknown") return { state: { ...state, result: UNKNOWN } };
    return { state };
  },

  delete({ prior }): Anything {
    return prior.mischief === "survive deletion" ? { state: prior } : undefined;
  },
});
