import { openStore } from "../../../src/journal/stores/address.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";
import { conforms } from "../../harness/journal/store-conformance.ts";

const server = await S3Server.start();

conforms(
  "S3",
  () => server.newJournal(),
  (url) => openStore(url, credentials),
);
