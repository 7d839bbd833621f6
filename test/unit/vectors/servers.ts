import { createServer } from "node:https";
import { type Account, seedOrders, startSandbox } from "../../../src/sandbox/index.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { filled, type Vector } from "../../harness/vectors/vectors.ts";

export type VectorServers = Awaited<ReturnType<typeof startVectorServers>>;

const addresses: Readonly<Record<string, string>> = {
  "callback.example.test": "127.0.0.1",
  "impostor.example.test": "127.0.0.1",
  "private.example.test": "10.0.0.1",
  "metadata.example.test": "169.254.169.254",
};

/** The service and the receiver that a vector speaks of, and the vector with its placeholders filled for them. */
export async function startVectorServers(template: Vector) {
  /** The authentication header of each callback that arrived. */
  const delivered: string[] = [];
  const receiver = createServer((request, response) => {
    // Header bytes reach JavaScript as Latin-1 text; what was sent is UTF-8.
    delivered.push(Buffer.from(String(request.headers["x-cc-callback-auth"]), "latin1").toString("utf8"));
    request.resume();
    response.writeHead(template.receiver ?? 200, { location: "https://callback.example.test/" }).end();
  });
  const vector = filled(template, await onLoopback(receiver));
  const { saved, rate_limit: rate } = vector;
  const account: Account = {
    keyId: "vector-key",
    authKey: "vector-auth-key",
    kind: vector.credential ?? "standard",
    callback: saved && {
      url: saved.url,
      accessKey: saved.access_key,
      disabled: saved.disabled,
      enabledActions: saved.enabled_actions,
    },
  };
  const sandbox = await startSandbox({
    httpsPort: false,
    accounts: [account],
    orders: [...seedOrders, { id: "order/7 ü?#%2F", product: "ssl", commonName: "odd.example.com" }],
    allowPrivateCallbacks: vector.private_callbacks !== "refused",
    rateLimit: rate && { requests: rate.tests, perSeconds: rate.per_seconds },
    resolve: async (name) => {
      const address = addresses[name];
      return address === undefined ? [] : [{ address, family: 4 }];
    },
  });
  receiver.setSecureContext(sandbox.issueCertificate(["callback.example.test"]));
  return {
    sandbox,
    vector,
    delivered,
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}
