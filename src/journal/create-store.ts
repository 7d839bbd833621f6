import type { JournalStore } from "./store.ts";

/** Creates a store, with the place that receivers write to. They may lack the right to create it. */
export async function createStore(store: JournalStore): Promise<void> {
  await store.check({ create: true });
  await store.callbacks?.check({ create: true });
}
