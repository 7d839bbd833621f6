import { expect, test } from "vitest";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { proxied, proxyFaults } from "../../harness/faults/proxy.ts";
import { tunnelTo } from "../../harness/faults/proxy-server.ts";
import { faultTables } from "./table.ts";

faultTables(proxyFaults);

test.each(operations)(
  "A %s gives the proxy its credentials and the name of the service, and nothing else",
  async (operation) => {
    const service = await proxied((port) => ({ onConnect: tunnelTo(port) }));
    const proxy = new URL(service.options.env?.HTTPS_PROXY ?? "");
    const { client } = clientFor(service, { env: { HTTPS_PROXY: `http://user:p%40ss@${proxy.host}` } });
    expect((await call(operation, client, service)).outcome).toBe("done");
    expect(service.asked).toHaveLength(1);
    const [head = ""] = service.asked;
    expect(head).toMatch(/^CONNECT service\.example\.test:443 HTTP\/1\.1\r\n/);
    expect(head).toContain(`Basic ${Buffer.from("user:p@ss").toString("base64")}`);
    expect(head.toLowerCase()).not.toContain("x-cc-");
    await service.close();
  },
);

// That no credentials of a proxy are shown: test/proof/secrets/broken-routes.ts.
