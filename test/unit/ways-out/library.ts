import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { csr, names, sslOrder } from "../../harness/cli/service.ts";
import { startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import { openTlsFront } from "../../harness/tls-front.ts";
import { openAccount, told } from "../../harness/ways-out/account.ts";
import type { WaysOut } from "../../harness/ways-out/page.ts";

const passes = { verdict: "pass" };

const site = { signHash: "sha256", commonName: names[0], dnsNames: names, csr };

export const libraryWays = {
  request_too_fast: {
    says: "Wait a little and run the test again.",
    async follow(page) {
      let now = Date.now();
      const rate = { rateLimit: { requests: 1, perSeconds: 60 }, now: () => new Date(now) };
      const { test, save, working } = await openAccount(rate);
      save(working);
      await test();
      page.seenIn(await test());
      now += 60_000;
      expect(await test()).toMatchObject(passes);
    },
  },
  invalid_parameters: {
    says: "Leave url and access_key out to use the saved ones, or give them a value.",
    async follow(page) {
      const { test, save, working } = await openAccount();
      save(working);
      page.seenIn(await test({ url: "", accessKey: "" }));
      expect(await test()).toMatchObject(passes);
      expect(await test(working)).toMatchObject(passes);
    },
  },
  invalid_callback_url: {
    says: "Correct the address",
    async follow(page) {
      const { test, working } = await openAccount();
      page.seenIn(await test({ ...working, url: "callback.example.test" }));
      expect(await test(working)).toMatchObject(passes);
    },
  },
  callback_url_not_https: {
    says: "Serve the callback over HTTPS and use its https:// address.",
    async follow(page) {
      const { test, save, working } = await openAccount();
      save({ ...working, url: working.url.replace("https", "http") });
      page.seenIn(await test());
      save(working);
      expect(await test()).toMatchObject(passes);
    },
  },
  callback_not_configured: {
    says: "Save a callback configuration in the account, or give both url and access_key.",
    async follow(page) {
      const { test, save, working } = await openAccount();
      page.seenIn(await test());
      expect(await test(working)).toMatchObject(passes);
      save(working);
      expect(await test()).toMatchObject(passes);
    },
  },
  callback_send_error: {
    says: "Try it from outside your network: curl --verbose --request POST ADDRESS. The name has to resolve, the port to be open",
    async follow(page) {
      const { test, save, working, receiver, post } = await openAccount();
      save(working);
      const { port } = receiver.address() as AddressInfo;
      await new Promise((resolve) => receiver.close(resolve));
      page.seenIn(await test());
      expect(await post()).toBe("ECONNREFUSED");
      await once(receiver.listen(port, "127.0.0.1"), "listening");
      expect(await post()).toBe(401);
      expect(await test()).toMatchObject(passes);
    },
  },
  callback_response_not_200: {
    says: "Look at the receiver's log. To see what answers there: curl --include --request POST ADDRESS. Without the key, a 401 is right; in the test, a 401 or 403 points at the authentication key.",
    async follow(page) {
      const { test, save, working, post } = await openAccount();
      save({ ...working, accessKey: "mistyped" });
      page.seenIn(await test());
      expect(await post()).toBe(401);
      save(working);
      expect(await test()).toMatchObject(passes);
    },
  },
  callback_private_domain: {
    says: "Use a name that resolves to a public address",
    async follow(page) {
      const { test, save, working, dns } = await openAccount();
      save(working);
      // This sandbox takes the loopback address for a public one.
      dns.address = "169.254.0.1";
      page.seenIn(await test());
      dns.address = "127.0.0.1";
      expect(await test()).toMatchObject(passes);
    },
  },
  permission_denied: {
    says: "Use a standard API key of the account",
    async follow(page) {
      const kinds = ["integration-key", "standard"] as const;
      const accounts = kinds.map((kind) => ({ keyId: kind, authKey: "a-secret", kind }));
      const { client, working } = await openAccount({ accounts });
      page.seenIn(await told(client({ keyId: "integration-key" }).testCallback(working)));
      expect(await client({ keyId: "standard" }).testCallback(working)).toMatchObject(passes);
    },
  },
  proxy_failed: {
    says: "Check HTTPS_PROXY and its credentials",
    async follow(page) {
      const { sandbox, client } = await openAccount({ orders: [sslOrder("order-1")] });
      const front = await openTlsFront(sandbox.issueCertificate(["service.example.test"]), sandbox.url);
      const tunnel = tunnelTo(front.port);
      const isRight = (head: string) => head.includes(Buffer.from("user:right").toString("base64"));
      const proxy = await startProxy({
        onConnect: (socket, head) =>
          isRight(head)
            ? tunnel(socket, head)
            : socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
      });
      atTheEnd(() => proxy.close());
      atTheEnd(front.close);
      const reissue = (password: string) => {
        const env = { HTTPS_PROXY: `http://user:${password}@127.0.0.1:${proxy.port}` };
        const proxied = client({ baseUrl: "https://service.example.test", ca: sandbox.caPem, env });
        return told(proxied.reissue("order-1", site, { idempotencyKey: "k" }));
      };
      page.seenIn(await reissue("mistyped"));
      expect(await reissue("right")).toMatchObject({ outcome: "done" });
      expect(sandbox.ledger).toHaveLength(1);
    },
  },
  aborted: {
    says: "If the outcome is `not-sent`, nothing happened. Run it again if it is still wanted.",
    async follow(page) {
      const { sandbox, client } = await openAccount({ orders: [sslOrder("order-1")] });
      const reissue = (signal?: AbortSignal) =>
        told(client().reissue("order-1", site, { idempotencyKey: "k", signal }));
      expect(page.seenIn(await reissue(AbortSignal.abort()))).toMatchObject({ outcome: "not-sent" });
      expect(await reissue()).toMatchObject({ outcome: "done" });
      expect(sandbox.ledger).toHaveLength(1);
    },
  },
} satisfies WaysOut;
