import { type JournalEvent, readHistory } from "../../../src/journal/index.ts";
import { newRepository, openRepository } from "../../harness/action/repository.ts";
import { attemptIn } from "../../harness/journal/events.ts";
import { address } from "../../harness/journal/intents.ts";
import { checkStoreConformance } from "../../harness/journal/store-conformance.ts";

const orders = ["order-0", "order-1", "Order", "order", "order ", "../../x", "é", "e\u0301", "a/b", "a%2Fb"];
const names = [...orders, "'\";--", "x".repeat(300), address, "k", "k1", "k2"];

checkStoreConformance("a repository", newRepository, ({ connection }) => openRepository(connection, names), {
  keepsCallbacks: false,
  // Statuses belong to the deployment of an attempt. An attempt has one deployment, and Terraform does not use this store.
  keeps: (kept, event) => {
    const isBegun = kept.some((other) => other.event === "sent" && other.attempt === attemptIn(event));
    return event.event !== "from-state" && isBegun === (event.event !== "sent");
  },
  // GitHub shows the statuses of an attempt together, and has times of its own.
  meaning: (events: readonly JournalEvent[]) =>
    readHistory("order-1", events).attempts.map((attempt) => ({
      ...attempt,
      sentAt: undefined,
      endedAt: undefined,
      issuedAt: undefined,
    })),
});
