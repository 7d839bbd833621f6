import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startProxy, tunnelTo } from "../harness/faults/proxy-server.ts";
import { Stage } from "../harness/terraform/stage.ts";
import { csr } from "../harness/terraform/tofu.ts";

const name = "service.example.test";

describe("The provider as it was built", () => {
  test("reaches the service through a proxy, under a name that only the proxy knows", async () => {
    await using stage = await Stage.open();
    const { sandbox, workspace } = stage;
    // Ends TLS for the service's name and hands on to the sandbox, which insists on being called by its own.
    const service = createServer(sandbox.issueCertificate([name]), (incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const onward = request(new URL(url ?? "/", sandbox.url), {
        method,
        headers: { ...headers, host: new URL(sandbox.url).host },
      });
      onward.on("response", (answer) =>
        answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
      );
      incoming.pipe(onward);
    });
    await new Promise<void>((ready) => service.listen(0, "127.0.0.1", ready));
    const proxy = await startProxy({ onConnect: tunnelTo((service.address() as AddressInfo).port) });
    const ca = join(workspace.folder, "ca.pem");
    writeFileSync(ca, sandbox.caPem);
    Object.assign(workspace.env, {
      CERTORDER_BASE_URL: `https://${name}`,
      CERTORDER_CA_FILE: ca,
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: "",
      no_proxy: "",
    });
    await stage.begin(`
      resource "certorder_reissue" "site" {
        order_id    = "o-1"
        sign_hash   = "sha256"
        common_name = "www.example.com"
        dns_names   = ["www.example.com", "example.com"]
        csr         = ${JSON.stringify(csr)}
      }
    `);
    await stage.applies();
    expect(proxy.asked).toEqual([expect.stringMatching(`^CONNECT ${name}:443`)]);
    expect(sandbox.ledger).toHaveLength(1);
    service.close();
    await proxy.close();
  });
});
