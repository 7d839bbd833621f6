// main.ts imports this file first. The runner takes node24, but one such as act -self-hosted takes the Node on its PATH.
import { writeSync } from "node:fs";

const problem = await import("../needs-node.ts").then(
  () => undefined,
  (error: Error) => error.message,
);
if (problem !== undefined) {
  const remedy =
    "The runner took the Node on its PATH, as act -self-hosted does. Put a newer one first on the PATH, or use a runner that has node24.";
  writeSync(1, `::error title=The runner's Node is too old::${problem} Nothing was sent.%0A${remedy}\n`);
  process.exit(1);
}
