import { join } from "node:path";
import { Journal } from "../../../src/journal/index.ts";
import { call, clientFor } from "../../faults/calls.ts";
import { clientOptionsFor } from "./conditions.ts";
import type { Face } from "./face.ts";
import { isHeldBack, user } from "./face.ts";

/** A program that uses the client with a journal, and never says that it has seen a result. */
export const library: Face = {
  name: "library",

  async user(situation) {
    const { operation, row, stage, folder } = situation;
    const journal =
      row.journal === false ? {} : { journal: new Journal({ folder: join(folder, "journal") }) };
    const { client } = clientFor(stage, { ...clientOptionsFor(situation), ...journal });
    return user(async () => {
      const { outcome, error } = await call(operation, client, stage);
      return {
        outcome,
        code: error?.code,
        heldBack: isHeldBack(error?.code),
        contradictions: [],
        shown: error?.message ?? "",
      };
    });
  },
};
