/**
 * The whole product against the sandbox: `npm run demo`. Everything here really happens, over sockets and TLS on this
 * machine: commands are typed as a user would, callbacks arrive at a receiver, and the sandbox counts every reissue.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "certorder/journal";
import { nodeReceiver } from "certorder/receiver";
import { seedOrders, startSandbox } from "certorder/sandbox";
import { Stage } from "./stage.ts";
import { declaredOrder, showProvider } from "./terraform.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "certorder-demo-"));
const stage = new Stage([folder, root]);

const sandbox = await startSandbox({ allowPrivateCallbacks: true, orders: [...seedOrders, declaredOrder] });
const accessKey = "demo-callback-key";
const journal = new Journal({ folder: join(folder, "journal") });
await journal.check();
await journal.addReceiver("demo");
let received = 0;
const receiver = createServer(
  sandbox.issueCertificate(["localhost"]),
  nodeReceiver({
    accessKey,
    // The journal of the reissues: so a callback tells the outcome of a lost answer.
    journal,
    name: "demo",
    onEvent: (event) => {
      received++;
      stage.aside(`receiver: ${event.action_id} for ${event.order_id}, ${event.cert_id}`);
    },
    onRefused: ({ reason, status }) => stage.aside(`receiver: refused a callback (${reason}, ${status})`),
  }),
);
await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
const callbackUrl = `https://localhost:${(receiver.address() as AddressInfo).port}/callback`;

sandbox.saveCallback(sandbox.credentials.keyId, { url: callbackUrl, accessKey });

const files = {
  key: join(folder, "access-key"),
  wrongKey: join(folder, "wrong-access-key"),
  ca: join(folder, "ca.pem"),
};
writeFileSync(files.key, accessKey);
writeFileSync(files.wrongKey, "not-the-key");
writeFileSync(files.ca, sandbox.caPem);

const env = {
  CERTORDER_BASE_URL: sandbox.httpsUrl,
  CERTORDER_SERVICE: sandbox.service,
  CERTORDER_KEY_ID: sandbox.credentials.keyId,
  CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
  CERTORDER_CA_FILE: files.ca,
  CERTORDER_JOURNAL_DIR: join(folder, "journal"),
};
const cli = [process.execPath, join(root, "build", "cli", "main.js")];
const certorder = (args: readonly string[], exit: number) =>
  stage.type("certorder", cli, args, { exit, env });

const request = ["--sign-hash", "sha256", "--csr-file", join(root, "examples", "site.csr")];
const names = ["--common-name", "www.example.com", "--dns-names"];
const reissueWith = (key: string, dnsNames = "www.example.com,example.com") => [
  "reissue",
  "order-ssl-1",
  ...request,
  ...names,
  dnsNames,
  "--yes",
  "--idempotency-key",
  key,
];

stage.say(
  "certorder against its sandbox, with a journal of its own. Nothing here leaves this machine or costs money.",
);

stage.title("1. Does the callback work?");
await certorder(["callback-test", "--url", callbackUrl, "--access-key-file", files.key], 0);
stage.expect(received === 1, "the receiver did not get the callback");

stage.title("2. And when it does not?");
const refused = await certorder(
  ["callback-test", "--url", callbackUrl, "--access-key-file", files.wrongKey],
  3,
);
stage.expect(refused.includes("callback_response_not_200"), "the failing callback was not diagnosed");

stage.title("3. Reissue a certificate");
await certorder(reissueWith("ticket-7"), 0);
stage.expect(sandbox.ledger.length === 1, "the reissue is not in the ledger");
stage.say("\n  A retry has the same idempotency key, so it is answered and not sent:");
await certorder(reissueWith("ticket-7"), 0);
stage.expect(sandbox.ledger.length === 1, "a key was sent twice");

stage.title("4. A reissue that would drop a domain is refused");
await certorder(reissueWith("ticket-8", "www.example.com"), 3);
stage.expect(sandbox.ledger.length === 1, "a refused reissue is in the ledger");

stage.title("5. The connection is lost after the service has done its work");
sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
await certorder(reissueWith("ticket-9"), 5);
stage.say("\n  It is not known whether it happened, so the same command does not send it again.");
stage.say("  Meanwhile the service has called back, and the message shows what it said:");
await journal.waitUntilIssued({ orderId: "order-ssl-1", timeoutMs: 10_000 });
const evidence = await certorder(reissueWith("ticket-9"), 4);
stage.expect(sandbox.ledger.length === 2, "the lost reissue was repeated, or did not happen");

stage.title("6. The line from the message settles it, and the wait for the certificate ends");
const [, attempt = "", lost = ""] =
  /journal resolve order-ssl-1 (\w+) --certificate-id (\S+)/.exec(evidence) ?? [];
stage.expect(lost === sandbox.ledger.at(-1)?.certificateId, "the message does not name the certificate");
await certorder(["journal", "resolve", "order-ssl-1", attempt, "--certificate-id", lost], 0);
await certorder(["wait", "order-ssl-1", "--timeout", "30s"], 0);

stage.title("7. The same as infrastructure");
await showProvider(stage, sandbox, env, folder);

stage.title("The sandbox's ledger: every reissue that happened");
for (const { orderId, certificateId, previousCertificateId } of sandbox.ledger)
  stage.say(`  ${orderId}: ${previousCertificateId} → ${stage.style("bold", certificateId)}`);
stage.expect(sandbox.ledger.length === 3, "the ledger does not have three reissues");

receiver.close();
await sandbox.close();
rmSync(folder, { recursive: true });

if (stage.problems.length > 0) {
  stage.say(`\n${stage.style("red", "✗ Not as it should be:")}`);
  for (const problem of stage.problems) stage.say(`  - ${problem}`);
  process.exitCode = 1;
} else
  stage.say(
    `\n${stage.style("green", "✓ All of it behaved.")} Three reissues were asked for, and three happened.`,
  );
