import { setTimeout as sleep } from "node:timers/promises";
import { defineResource } from "../../../../src/plugin/index.ts";
import type { Example } from "./provider.ts";

/** Does what ends a process that is not careful, or what a core would not accept, as `mischief` says. */
export const unruly = defineResource<Example>()({
  schema: {
    attributes: {
      mischief: { type: "string", required: true },
      note: { type: "string", optional: true },
      result: { type: "string", computed: true },
    },
  },

  async create({ planned, log }) {
    log.mask(planned.note);
    const state = { ...planned, result: "made" };
    if (planned.mischief === "reject unnoticed") void Promise.reject(new Error("no handler waits for this"));
    if (planned.mischief === "throw in a timer") {
      setTimeout(() => {
        throw new Error(`no call waits for this: ${planned.note}`);
      }, 10);
      await sleep(200);
    }
    return { state };
  },

  read: ({ state }) => ({
    state: state.mischief === "read another value" ? { ...state, note: "drifted" } : state,
  }),
});
