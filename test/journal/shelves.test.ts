import { join } from "node:path";
import { MemoryShelf } from "../../src/journal/index.ts";
import { FileShelf } from "../../src/journal/shelves/file.ts";
import { NumberedShelf } from "../../src/journal/shelves/numbered.ts";
import { newFolder } from "../new-folder.ts";
import { MemoryStore } from "./memory-store.ts";
import { conforms } from "./shelf-conformance.ts";

conforms(
  "memory",
  () => new MemoryShelf(),
  (shelf) => shelf,
);
conforms(
  "a folder",
  () => join(newFolder("shelf-"), "journal"),
  (folder) => new FileShelf(folder),
);
conforms(
  "numbered entries",
  () => new MemoryStore(),
  (store) => new NumberedShelf("The journal in a test", async () => store),
);
