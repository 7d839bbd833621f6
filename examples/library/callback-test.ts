/** Tests the account's callback, and says what is wrong with it. */
import { CertOrderClient, CertOrderError, verdictOf } from "certorder";

const { CERTORDER_BASE_URL = "", CERTORDER_KEY_ID = "", CERTORDER_AUTH_KEY = "" } = process.env;
const client = new CertOrderClient({
  baseUrl: CERTORDER_BASE_URL,
  keyId: CERTORDER_KEY_ID,
  authKey: CERTORDER_AUTH_KEY,
});

try {
  // Without arguments the saved address and key are tested.
  const { durationMs } = await client.testCallback();
  console.log(`pass: the callback answered within ${durationMs} ms.`);
} catch (error) {
  if (!CertOrderError.is(error)) throw error;
  console.log(`${verdictOf(error)}: ${error.code}. ${error.remedy}`);
}
