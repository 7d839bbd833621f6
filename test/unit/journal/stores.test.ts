import { join } from "node:path";
import { MemoryStore } from "../../../src/journal/index.ts";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { NumberedStore } from "../../../src/journal/stores/numbered.ts";
import { describeStoreConformance } from "../../harness/journal/store-conformance.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { MemoryLogStore } from "./memory-log-store.ts";

describeStoreConformance(
  "memory",
  () => new MemoryStore(),
  (store) => store,
);
describeStoreConformance(
  "a folder",
  () => join(newFolder("store-"), "journal"),
  (folder) => new FileStore(folder),
);
describeStoreConformance(
  "numbered entries",
  () => new MemoryLogStore(),
  (store) => new NumberedStore("The journal in a test", async () => store),
);
