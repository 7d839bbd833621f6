import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProxy, tunnelTo } from "../harness/faults/proxy-server.ts";
import { reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";
import { openTlsFront } from "../harness/tls-front.ts";

const name = "service.example.test";

test("The provider as it was built reaches the service through a proxy, under a name that only the proxy knows", async () => {
  await using stage = await TerraformWithSandbox.open();
  const { sandbox, workspace } = stage;
  const front = await openTlsFront(sandbox.issueCertificate([name]), sandbox.url);
  const proxy = await startProxy({ onConnect: tunnelTo(front.port) });
  const ca = join(workspace.folder, "ca.pem");
  writeFileSync(ca, sandbox.caPem);
  Object.assign(workspace.env, {
    CERTORDER_BASE_URL: `https://${name}`,
    CERTORDER_CA_FILE: ca,
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
    NO_PROXY: "",
    no_proxy: "",
  });
  await stage.begin(reissue());
  await stage.applies();
  expect(proxy.asked).toEqual([expect.stringMatching(`^CONNECT ${name}:443`)]);
  expect(sandbox.ledger).toHaveLength(1);
  front.close();
  await proxy.close();
});
