/** Reissues the certificate of an order, at most once, and tells the cases apart that matter. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CertOrderClient, CertOrderError } from "certorder";
import { Journal } from "certorder/journal";

const {
  CERTORDER_BASE_URL = "",
  CERTORDER_KEY_ID = "",
  CERTORDER_AUTH_KEY = "",
  CERTORDER_JOURNAL,
} = process.env;

// The journal survives a crash between sending and storing the result. Without one, only this process remembers.
const journal = new Journal({ folder: CERTORDER_JOURNAL });
const client = new CertOrderClient({
  baseUrl: CERTORDER_BASE_URL,
  keyId: CERTORDER_KEY_ID,
  authKey: CERTORDER_AUTH_KEY,
  journal,
  onEvent: (event) => console.error("event:", event.type),
});

try {
  const { certificateId, answered } = await client.reissue(
    "order-ssl-1",
    {
      signHash: "sha256",
      commonName: "www.example.com",
      dnsNames: ["www.example.com", "example.com"],
      csr: readFileSync(join(import.meta.dirname, "..", "site.csr"), "utf8"),
    },
    // The same name is the same wish, however often this program runs: it is answered, and not sent again.
    { wish: "ticket-7" },
  );
  console.log(`The ${answered ? "certificate of this wish" : "new certificate"} is ${certificateId}.`);
} catch (error) {
  if (!CertOrderError.is(error)) throw error;
  console.error(`${error.outcome}: ${error.message}\n${error.remedy}`);
  // `rejected` and `not-sent`: nothing happened. `unknown` and `done-unread`: look before doing anything else.
  process.exitCode = 1;
}
