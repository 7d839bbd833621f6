import { join } from "node:path";
import { MemoryStore } from "../../../src/journal/index.ts";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { NumberedStore } from "../../../src/journal/stores/numbered.ts";
import { checkStoreConformance } from "../../harness/journal/store-conformance.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { MemoryEntryStore } from "./memory-entry-store.ts";

checkStoreConformance(
  "memory",
  () => new MemoryStore(),
  (store) => store,
);
checkStoreConformance(
  "a folder",
  () => join(newFolder("store-"), "journal"),
  (folder) => new FileStore(folder),
);
checkStoreConformance(
  "numbered entries",
  () => new MemoryEntryStore(),
  (store) => new NumberedStore("The journal in a test", async () => store),
  { keepsCallbacks: false },
);
