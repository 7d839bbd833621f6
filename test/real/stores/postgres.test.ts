import { openStore } from "../../../src/journal/stores/address.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { checkStoreConformance } from "../../harness/journal/store-conformance.ts";

const server = await PostgresServer.start();

checkStoreConformance(
  "PostgreSQL",
  () => server.newPlace(),
  (url) => openStore(url, {}),
);
