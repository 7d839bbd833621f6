import { openStore } from "../../../src/journal/stores/address.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";
import { checkStoreConformance } from "../../harness/journal/store-conformance.ts";

const server = await S3Server.start();

checkStoreConformance(
  "S3",
  () => server.newPlace(),
  (url) => openStore(url, credentials),
);
