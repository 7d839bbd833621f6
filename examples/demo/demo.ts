/**
 * The whole product against the sandbox: `npm run demo`. Everything here really happens, over sockets and TLS on this
 * machine: commands are typed as a user would, callbacks arrive at a receiver, and the sandbox counts every reissue.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { nodeReceiver } from "certorder/receiver";
import { startSandbox } from "certorder/sandbox";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "certorder-demo-"));
const accessKey = "demo-callback-key";
const problems: string[] = [];

const style = (format: Parameters<typeof styleText>[0], text: string) =>
  styleText(format, text, { stream: process.stdout });
const say = (text = "") => console.log(text);
const title = (text: string) => say(`\n${style(["bold", "cyan"], text)}`);
const expect = (truth: boolean, what: string) => {
  if (!truth) problems.push(what);
};

const sandbox = await startSandbox({ allowPrivateCallbacks: true });
let received = 0;
const receiver = createServer(
  sandbox.issueCertificate(["localhost"]),
  nodeReceiver({
    accessKey,
    onEvent: (event) => {
      received++;
      say(style("dim", `  receiver: ${event.action_id} for ${event.order_id}, ${event.cert_id}`));
    },
    onRefused: ({ reason, status }) =>
      say(style("dim", `  receiver: refused a callback (${reason}, ${status})`)),
  }),
);
await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
const callbackUrl = `https://localhost:${(receiver.address() as AddressInfo).port}/callback`;

const files = {
  key: join(folder, "access-key"),
  wrongKey: join(folder, "wrong-access-key"),
  ca: join(folder, "ca.pem"),
};
writeFileSync(files.key, accessKey);
writeFileSync(files.wrongKey, "not-the-key");
writeFileSync(files.ca, sandbox.caPem);

/** Types a command, shows what a user would see, and checks how it ended. */
async function certorder(args: readonly string[], expectedExit: number): Promise<string> {
  const shown = args.map((arg) => arg.replace(`${folder}/`, "").replace(`${root}/`, ""));
  say(`\n${style("green", "$")} ${style("bold", `certorder ${shown.join(" ")}`)}`);
  const child = spawn(process.execPath, [join(root, "build", "cli", "main.js"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CERTORDER_BASE_URL: sandbox.httpsUrl,
      CERTORDER_KEY_ID: sandbox.credentials.keyId,
      CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
      CERTORDER_CA_FILE: files.ca,
      CERTORDER_JOURNAL: join(folder, "journal"),
      ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: "1" }),
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      process.stdout.write(text.replace(/^(?=.)/gm, "  "));
    });
  const exit = await new Promise<number | null>((ended) => child.on("close", ended));
  say(style("dim", `  exit code ${exit}`));
  expect(exit === expectedExit, `certorder ${args[0]} ended with ${exit}, not ${expectedExit}`);
  return output;
}

const request = ["--sign-hash", "sha256", "--csr-file", join(root, "examples", "site.csr")];
const names = ["--common-name", "www.example.com", "--dns-names"];

say("certorder against its sandbox. Nothing here leaves this machine or costs money.");

title("1. Does the callback work?");
await certorder(["callback-test", "--url", callbackUrl, "--access-key-file", files.key], 0);
expect(received === 1, "the receiver did not get the callback");

title("2. And when it does not?");
const refused = await certorder(
  ["callback-test", "--url", callbackUrl, "--access-key-file", files.wrongKey],
  3,
);
expect(refused.includes("callback_response_not_200"), "the failing callback was not diagnosed");

title("3. Reissue a certificate");
await certorder(["reissue", "order-ssl-1", ...request, ...names, "www.example.com,example.com", "--yes"], 0);
expect(sandbox.ledger.length === 1, "the reissue is not in the ledger");

title("4. A reissue that would drop a domain is refused");
await certorder(["reissue", "order-ssl-1", ...request, ...names, "www.example.com", "--yes"], 3);
expect(sandbox.ledger.length === 1, "a refused reissue is in the ledger");

title("5. The connection is lost after the service has done its work");
sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
const reissueAll = ["reissue", "order-ssl-1", ...request, ...names, "www.example.com,example.com", "--yes"];
const unknown = await certorder(reissueAll, 5);
const attempt = /journal resolve (\w+)/.exec(unknown)?.[1] ?? "";
say("\n  Nobody here knows whether it happened, so typing it again does not send it again:");
await certorder(reissueAll, 4);
expect(sandbox.ledger.length === 2, "the lost reissue was repeated, or did not happen");

title("6. A person looks it up, and says what became of it");
const lost = sandbox.ledger.at(-1)?.certificateId ?? "";
await certorder(["journal", "list"], 0);
await certorder(["journal", "resolve", attempt, "--certificate-id", lost], 0);
await certorder(reissueAll, 0);

title("The sandbox's ledger: every reissue that happened");
for (const { orderId, certificateId, previousCertificateId } of sandbox.ledger)
  say(`  ${orderId}: ${previousCertificateId} → ${style("bold", certificateId)}`);
expect(sandbox.ledger.length === 3, "the ledger does not have three reissues");

receiver.close();
await sandbox.close();
rmSync(folder, { recursive: true });

if (problems.length > 0) {
  say(
    `\n${style("red", "✗ Not as it should be:")}\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
  );
  process.exitCode = 1;
} else say(`\n${style("green", "✓ All of it behaved.")} Three reissues were asked for, and three happened.`);
