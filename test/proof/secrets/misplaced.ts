import type { CertOrderClient } from "../../../src/client/index.ts";
import { clientFor } from "../../harness/faults/calls.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import { orderId } from "../../harness/faults/faulty-service.ts";

const { authKey, accessKey, signKeyPin, privateKey } = canaries;

/** A private key where the signing request belongs, as people paste it. */
export const pastedKeys: readonly (readonly [how: string, csr: string])[] = [
  ["as it is", privateKey],
  ["without its first line", privateKey.split("\n").slice(1).join("\n")],
  ["after a signing request's first line", privateKey.replaceAll("PRIVATE KEY", "CERTIFICATE REQUEST")],
  ["on one line", privateKey.replaceAll("\n", "")],
];

/** Calls with secrets where they are not allowed. Each has to be refused. */
export function misplacedCalls(client: CertOrderClient): Promise<unknown>[] {
  const reissue = (request: object, idempotencyKey = "ticket-1") =>
    client.reissue(orderId, { signHash: "sha256", ...request }, { idempotencyKey });
  return [
    reissue({ signKeyPin }),
    reissue({ signKeyPin: [signKeyPin] }),
    reissue({ validityDays: signKeyPin }),
    reissue({ sign_pin: signKeyPin }),
    // A secret that was pasted as the key.
    reissue({ csrFrom: "sign-cloud-csc" }, `${signKeyPin}\n`),
    client.testCallback({ accessKey: accessKey.repeat(20) }),
    client.testCallback({ accessKey: { key: accessKey } } as never),
    client.testCallback({ url: `https://user:${encodeURIComponent(accessKey)}@example.test/` }),
  ];
}

/** The errors of clients that cannot be set up with what they are given. */
export function misplacedSettings(): unknown[] {
  return ["http://service.example.test", `https://u:${authKey}@service.example.test`].map((baseUrl) => {
    try {
      return clientFor({ options: { baseUrl } }, { authKey: `${authKey}\n` });
    } catch (problem) {
      return problem;
    }
  });
}
