/** Reissues so many orders by the client alone, so many at once: `node bare-reissues.ts COUNT AT_ONCE`. */
import { CertOrderClient } from "certorder";
import { inParallel } from "../harness/in-parallel.ts";

const [, , count, atOnce] = process.argv;
const client = CertOrderClient.fromEnvironment();
await inParallel(Number(atOnce), Number(count), (index) =>
  client.reissue(`order-${index}`, { signHash: "sha256" }, { idempotencyKey: "k" }),
);
