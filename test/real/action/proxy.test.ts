import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { newFolder, reissueInputs, runAction } from "../../harness/action/action.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { type Proxy as ProxyServer, startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import { openTlsFront } from "../../harness/tls-front.ts";

// Only the proxy knows these names. A client that does not use it reaches nothing.
const service = "service.certorder.test";
const api = "api.certorder.test";

let sandbox: Sandbox;
let github: FakeGitHub;
let proxy: ProxyServer;
let caFile: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  github = await FakeGitHub.start();
  caFile = join(newFolder(), "ca.pem");
  writeFileSync(caFile, sandbox.caPem);
  // TLS in front of both, with certificates for their names.
  const fronts = new Map([
    [service, await openTlsFront(sandbox.issueCertificate([service]), sandbox.url)],
    [api, await openTlsFront(sandbox.issueCertificate([api]), github.url)],
  ]);
  proxy = await startProxy({
    onConnect: (socket, head) => {
      const [, name = ""] = /^CONNECT ([^:]+):443 /.exec(head) ?? [];
      const front = fronts.get(name);
      if (front === undefined) socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      else tunnelTo(front.port)(socket, head);
    },
  });
  return async () => {
    for (const front of fronts.values()) front.close();
    await Promise.all([proxy.close(), github.close(), sandbox.close()]);
  };
});

test("Behind a proxy, both the service and GitHub are reached through it, by names that only it knows", async () => {
  const { code, outputs } = await runAction({
    sandbox: { url: `https://${service}`, credentials: sandbox.credentials },
    github,
    inputs: {
      ...reissueInputs,
      journal: "repository",
      "idempotency-key": "once",
      "ca-file": caFile,
      "max-tries": "1",
    },
    env: {
      NODE_EXTRA_CA_CERTS: caFile,
      GITHUB_API_URL: `https://${api}`,
      GITHUB_GRAPHQL_URL: `https://${api}/graphql`,
      https_proxy: `http://user:pass@127.0.0.1:${proxy.port}`,
    },
  });
  expect(code).toBe(0);
  expect(outputs.outcome).toBe("done");
  expect(sandbox.ledger).toHaveLength(1);
  expect(github.deployments[0]?.statuses).toHaveLength(1);
  const asked = proxy.asked.map((head) => /^CONNECT ([^:]+)/.exec(head)?.[1]);
  expect(new Set(asked)).toEqual(new Set([service, api]));
  for (const head of proxy.asked) expect(head.toLowerCase()).toContain("proxy-authorization: basic");
});
