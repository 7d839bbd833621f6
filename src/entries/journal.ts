/** `certorder/journal`: the history of reissues, and what says no because of it. */
import "../needs-node.ts";

export type {
  Attempt,
  Copied,
  History,
  JournalOptions,
  Line,
  Reason,
  Refusal,
  Shelf,
} from "../journal/index.ts";
export { Journal, MemoryShelf, RefusedError } from "../journal/index.ts";
