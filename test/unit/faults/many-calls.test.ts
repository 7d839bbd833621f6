import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";

describe("One client", () => {
  test("makes 200 calls at once, and each gets its own answer", async () => {
    const orders = Array.from({ length: 100 }, (_, n) => ({
      id: `order-${n}`,
      product: "code-signing" as const,
      certificateId: `before-${n}`,
      signKeyPin: `pin-${n}`,
    }));
    const sandbox = await startSandbox({
      httpsPort: false,
      orders,
      rateLimit: { tests: 1_000, perSeconds: 60 },
      allowPrivateCallbacks: true,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    let delivered = 0;
    const receiver = createServer(sandbox.issueCertificate(["callback.example.test"]), (_, response) => {
      delivered++;
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const url = `https://callback.example.test:${(receiver.address() as AddressInfo).port}/`;

    const client = new CertOrderClient({
      baseUrl: sandbox.url,
      ...sandbox.credentials,
      env: {},
      journal: new Journal({ store: new MemoryStore() }),
    });
    const reissues = orders.map(({ id, signKeyPin }) =>
      client.reissue(
        id,
        { signHash: "sha256", csrFrom: "sign-cloud-csc", signKeyPin },
        { idempotencyKey: "ticket-1" },
      ),
    );
    const tests = orders.map(() => client.testCallback({ url, accessKey: "key" }));
    const results = await Promise.all(reissues);
    await Promise.all(tests);

    expect(sandbox.ledger).toHaveLength(100);
    for (const { orderId, certificateId } of sandbox.ledger)
      expect(results.find((result) => result.orderId === orderId)?.certificateId).toBe(certificateId);
    expect(delivered).toBe(100);
    expect(sandbox.requests).toHaveLength(200);
    await sandbox.close();
    receiver.closeAllConnections();
    receiver.close();
  });
});
