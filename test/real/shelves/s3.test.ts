import { shelfAt } from "../../../src/journal/shelves/address.ts";
import { credentials, S3Server } from "../../journal/s3-server.ts";
import { conforms } from "../../journal/shelf-conformance.ts";

const server = await S3Server.start();

conforms(
  "S3",
  () => server.newJournal(),
  (url) => shelfAt(url, credentials),
);
