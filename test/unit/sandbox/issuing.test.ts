import { createServer } from "node:https";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Issuing, startSandbox } from "../../../src/sandbox/index.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { reissueRequest, sendRequest } from "../../harness/sandbox/raw-client.ts";

/** A sandbox that calls back a server, which answers with these statuses, and then with 200. */
async function calledBack(issuing: Issuing, config: object = {}, statuses: number[] = []) {
  const never = { callback: "never" } as const;
  const sandbox = await startSandbox({ httpsPort: false, allowPrivateCallbacks: true, issuing: never });
  sandbox.setIssuing(issuing);
  const seen: object[] = [];
  const server = createServer(sandbox.issueCertificate(["localhost"]), async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { order_id: order, cert_id: certificate } = JSON.parse(body);
    seen.push({ order, certificate, auth: request.headers["x-cc-callback-auth"] });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.close();
  });
  const url = `https://localhost:${await onLoopback(server)}`;
  sandbox.saveCallback(sandbox.credentials.keyId, { url, accessKey: "key-1", ...config });
  const certificate = { sign_hash: "sha256", csr_from: "sign-cloud-csc" };
  const { json } = await sendRequest(
    sandbox,
    reissueRequest("order-code-1", { certificate, sign_key_pin: "sandbox-pin-2468" }),
  );
  expect(json.code, JSON.stringify(json)).toBe("success");
  const [entry] = sandbox.ledger;
  return { seen, made: entry?.certificateId, before: entry?.previousCertificateId };
}

const waitForCallbacks = () => new Promise((resolve) => setTimeout(resolve, 300));

test("A reissue is followed by its callback", async () => {
  const { seen, made } = await calledBack({ delayMs: 0 });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  await waitForCallbacks();
  expect(seen).toEqual([{ order: "order-code-1", certificate: made, auth: "key-1" }]);
});

test("A callback comes twice, for the certificate before, or with a wrong key, if that is set up", async () => {
  const { seen, before } = await calledBack({
    delayMs: 0,
    callback: "twice",
    certificate: "previous",
    accessKey: "wrong",
  });
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  expect(seen[0]).toEqual({ order: "order-code-1", certificate: before, auth: "not-key-1" });
  expect(seen[1]).toEqual(seen[0]);
});

test("A callback that is not answered with 200 is sent again", async () => {
  const { seen } = await calledBack({ delayMs: 0 }, {}, [503]);
  await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 5_000 });
});

test.each([
  ["it is switched off", { callback: "never" }, {}],
  ["the account has disabled callbacks", {}, { disabled: true }],
  ["the account has not enabled this action", {}, { enabledActions: ["order:revoked"] }],
] as const)("No callback comes if %s", async (_, issuing, config) => {
  const { seen } = await calledBack({ delayMs: 0, ...issuing }, config);
  await waitForCallbacks();
  expect(seen).toEqual([]);
});

test("A callback comes if its action is enabled", async () => {
  const { seen } = await calledBack({ delayMs: 0 }, { enabledActions: ["order:issued"] });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
});
