/**
 * The whole product against the sandbox: `npm run demo`. Everything here really happens, over sockets and TLS on this
 * machine: commands are typed as a user would, callbacks arrive at a receiver, and the sandbox counts every reissue.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Journal } from "certorder/journal";
import { nodeReceiver } from "certorder/receiver";
import { seedOrders, startSandbox } from "certorder/sandbox";
import { Stage } from "./stage.ts";
import { declaredOrder, showProvider } from "./terraform.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "certorder-demo-"));
const stage = new Stage();

const sandbox = await startSandbox({ allowPrivateCallbacks: true, orders: [...seedOrders, declaredOrder] });
const accessKey = "demo-callback-key";
const journal = new Journal(join(folder, "journal"));
await journal.init();
await journal.callbacks.addReceiver("demo");
let received = 0;
const receiver = createServer(
  sandbox.issueCertificate(["localhost"]),
  nodeReceiver({
    accessKey,
    // The journal of the reissues: a message about a lost answer then names the certificate that was called back.
    journal,
    name: "demo",
    onEvent: () => void received++,
  }),
);
await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
const callbackUrl = `https://localhost:${(receiver.address() as AddressInfo).port}/callback`;

sandbox.saveCallback(sandbox.credentials.keyId, { url: callbackUrl, accessKey });

const files = {
  key: join(folder, "access-key"),
  wrongKey: join(folder, "wrong-key"),
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
  CERTORDER_JOURNAL: join(folder, "journal"),
};
const cli = [process.execPath, join(root, "build", "cli", "main.js")];
const certorder = (shown: string, args: readonly string[], exit: number, ...show: RegExp[]) =>
  stage.run({ shown: `certorder ${shown}`, program: [...cli, ...args], exit, env, show });

const testCallback = (keyFile: string, exit: number, ...show: RegExp[]) =>
  certorder(
    `callback-test --access-key-file ${basename(keyFile)} …`,
    ["callback-test", "--url", callbackUrl, "--access-key-file", keyFile],
    exit,
    ...show,
  );

const csr = join(root, "examples", "site.csr");
const request = ["--sign-hash", "sha256", "--csr-file", csr, "--common-name", "www.example.com"];
const reissue = (key: string, dnsNames: string, exit: number, ...show: RegExp[]) =>
  certorder(
    `reissue order-ssl-1 --idempotency-key ${key}${dnsNames === bothNames ? "" : ` --dns-names ${dnsNames}`} …`,
    [
      "reissue",
      "order-ssl-1",
      ...request,
      "--dns-names",
      dnsNames,
      "--allow-mismatch",
      "--idempotency-key",
      key,
    ],
    exit,
    ...show,
  );
const bothNames = "www.example.com,example.com";

stage.say("certorder against its sandbox, on this machine. Nothing here costs money.\n");

stage.step("Does the callback work?");
await testCallback(files.key, 0, /✓ pass .*/);
stage.expect(received === 1, "the receiver did not get the callback");

stage.step("And with a wrong key?");
await testCallback(
  files.wrongKey,
  3,
  /✗ .*callback_response_not_200/,
  /The callback address answered 401, not 200/,
);

stage.step("Reissue a certificate.");
await reissue("ticket-7", bothNames, 0, /✓ reissued .*/);
stage.expect(sandbox.ledger.length === 1, "the reissue is not in the ledger");

stage.step("Again: the same key is answered, and not sent.");
await reissue(
  "ticket-7",
  bothNames,
  0,
  /✓ already reissued order order-ssl-1/,
  /certificate \S+.*nothing was sent/,
);
stage.expect(sandbox.ledger.length === 1, "a key was sent twice");

stage.step("A reissue that would drop a domain is refused.");
await reissue("ticket-8", "www.example.com", 3, /✗ .*domain_removal_not_acknowledged/);
stage.expect(sandbox.ledger.length === 1, "a refused reissue is in the ledger");

stage.step("The connection is lost after the service has done its work.");
sandbox.addFault({ kind: "reset-after-processing", operation: "reissue" });
await reissue("ticket-9", bothNames, 5, /✗ .*its outcome is unknown/);

stage.step("Again: nothing is sent. The service has called back, so the message names the certificate.");
const made = sandbox.ledger.at(-1)?.certificateId;
await journal.callbacks.waitUntilIssued({ orderId: "order-ssl-1", certificateId: made, timeoutMs: 10_000 });
const evidence = await reissue(
  "ticket-9",
  bothNames,
  4,
  /✗ .*was not sent/,
  /certorder journal resolve \S+ \w+ --certificate-id \S+/,
);
stage.expect(sandbox.ledger.length === 2, "the lost reissue was repeated, or did not happen");

stage.step("The line from the message resolves it. A deployment can wait for the certificate.");
const [line = "", attempt = "", lost = ""] =
  /journal resolve order-ssl-1 (\w+) --certificate-id (\S+)/.exec(evidence) ?? [];
stage.expect(lost === made, "the message does not name the certificate");
await certorder(
  line,
  ["journal", "resolve", "order-ssl-1", attempt, "--certificate-id", lost],
  0,
  /✓ resolved .*/,
);
await certorder(
  "wait order-ssl-1",
  ["wait", "order-ssl-1", "--timeout", "30s"],
  0,
  /✓ issued certificate \S+/,
);

await showProvider(stage, sandbox, env, folder);

stage.say(`\n${stage.style("bold", "What the sandbox carried out:")}`);
for (const { orderId, certificateId, previousCertificateId } of sandbox.ledger)
  stage.say(`    ${orderId}: ${previousCertificateId} → ${certificateId}`);
stage.expect(sandbox.ledger.length === 3, "the ledger does not have three reissues");

receiver.close();
await sandbox.close();
rmSync(folder, { recursive: true });

if (stage.problems.length > 0) {
  stage.say(stage.style("red", "✗ Not as it should be:"));
  for (const problem of stage.problems) stage.say(`  - ${problem}`);
  process.exitCode = 1;
} else
  stage.say(stage.style("green", "✓ All of it behaved: three reissues were asked for, and three happened."));
