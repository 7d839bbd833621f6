/** Reissues the certificate of an order, at most once. Shows how to handle each outcome. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CertOrderClient, CertOrderError } from "certorder";

// Reads CERTORDER_BASE_URL, CERTORDER_KEY_ID, CERTORDER_AUTH_KEY, CERTORDER_JOURNAL and the other settings. The journal records
// each attempt before it is sent, so that a crash does not lead to a second reissue. Create it once: certorder journal init.
const client = CertOrderClient.fromEnvironment(process.env, {
  onEvent: (event) => console.error("event:", event.type),
});

try {
  const { certificateId, alreadyDone } = await client.reissue(
    "order-ssl-1",
    {
      signHash: "sha256",
      commonName: "www.example.com",
      dnsNames: ["www.example.com", "example.com"],
      csr: readFileSync(join(import.meta.dirname, "..", "site.csr"), "utf8"),
    },
    // A key that led to a certificate is never sent again. If this program runs again, it gets that certificate.
    { idempotencyKey: "ticket-7" },
  );
  console.log(`The ${alreadyDone ? "certificate of the first run" : "new certificate"} is ${certificateId}.`);
} catch (error) {
  if (!CertOrderError.is(error)) throw error;
  console.error(`${error.outcome}: ${error.message}\n${error.remedy}`);
  // `rejected` and `not-sent`: nothing happened. `unknown` and `done-unread`: look the order up in the service's portal first.
  process.exitCode = 1;
}
