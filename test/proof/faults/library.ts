import { join } from "node:path";
import { Journal } from "../../../src/journal/index.ts";
import { call, clientFor } from "../../harness/faults/calls.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import { clientOptionsFor } from "./conditions.ts";
import type { Interface } from "./interface.ts";

/** A program that uses the client with a journal. To ask again is to call again, with the same idempotency key. */
export const library: Interface = {
  name: "library",

  async userOf(situation) {
    const { operation, row, stage, folder } = situation;
    const journal = row.journal === false ? "none" : new Journal(createJournal(join(folder, "journal")));
    const { client } = clientFor(stage, { ...clientOptionsFor(situation), journal });
    return {
      async ask() {
        const { outcome, error } = await call(operation, client, stage);
        return { outcome, code: error?.code, contradictions: [], shown: error?.message ?? "" };
      },
    };
  },
};
