/** Tests the account's callback, and says what is wrong with it. */
import { CertOrderClient, CertOrderError, callbackVerdict } from "certorder";

// Reads CERTORDER_BASE_URL, CERTORDER_KEY_ID, CERTORDER_AUTH_KEY and the other settings.
const client = CertOrderClient.fromEnvironment();

try {
  // Without arguments, the service tests the saved address and key.
  const { durationMs } = await client.testCallback();
  console.log(`pass: the callback answered within ${durationMs} ms.`);
} catch (error) {
  if (!CertOrderError.is(error)) throw error;
  console.log(`${callbackVerdict(error)}: ${error.code}. ${error.remedy}`);
}
