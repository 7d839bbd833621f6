import { shelfAt } from "../../../src/journal/shelves/address.ts";
import { PostgresServer } from "../../journal/postgres-server.ts";
import { conforms } from "../../journal/shelf-conformance.ts";

const server = await PostgresServer.start();

conforms(
  "PostgreSQL",
  () => server.newJournal(),
  (url) => shelfAt(url, {}),
);
