import { openStore } from "../../../src/journal/stores/address.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";
import { describeStoreConformance } from "../../harness/journal/store-conformance.ts";

const server = await S3Server.start();

describeStoreConformance(
  "S3",
  () => server.newJournal(),
  (url) => openStore(url, credentials),
);
