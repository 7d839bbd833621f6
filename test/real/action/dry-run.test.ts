import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect } from "vitest";
import type { Ended, Texts } from "../../harness/action/action.ts";
import { reissueInputs } from "../../harness/action/action.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

describe.concurrent("A dry run", () => {
  const dry = { "dry-run": "true" };

  test("shows what the next run sends, header by header", async ({ world }) => {
    const received: { method: string; url: string; headers: IncomingHttpHeaders; body: unknown }[] = [];
    const server = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body: await json(request) });
      response.writeHead(400).end('{"code":"no"}');
    });
    const port = await onLoopback(server);
    const url = `http://127.0.0.1:${port}`;
    const inputs = { ...reissueInputs, "base-url": `${url}/api/` };
    const shown = await world.run({ ...inputs, ...dry });
    expect(received).toEqual([]);
    await world.run(inputs);
    server.close();
    const { request } = JSON.parse(shown.outputs.json ?? "") as { request: (typeof received)[number] };
    const [sent] = received;
    expect(request).toMatchObject({ method: sent?.method, url: `${url}${sent?.url}`, body: sent?.body });
    for (const [name, value] of Object.entries(request.headers))
      if (value !== "***") expect(sent?.headers[name.toLowerCase()]).toBe(value);
    // What HTTP itself adds, and what is secret, is all that is not shown.
    const names = Object.keys(request.headers).map((name) => name.toLowerCase());
    expect(
      Object.keys(sent?.headers ?? {})
        .filter((name) => !names.includes(name))
        .sort(),
    ).toEqual(["connection", "content-length", "host"]);
  });

  test("sends nothing to the service or to GitHub", async ({ world }) => {
    const shown = await world.reissue({ ...dry, acknowledge: "revokes-previous, drops-names" });
    expect(shown.code).toBe(0);
    expect(shown.outputs).toMatchObject({ outcome: "not-sent", code: "dry_run" });
    expect(world.sandbox.ledger).toEqual([]);
    expect(world.github.seen).toEqual([]);
    const { request } = JSON.parse(shown.outputs.json ?? "") as { request: Record<string, unknown> };
    expect(request).toMatchObject({
      method: "POST",
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/.*order-ssl-1/),
      headers: { accept: "application/json", "content-type": "application/json" },
      body: {
        certificate: { common_name: "www.example.com", dns_names: ["www.example.com", "example.com"] },
        i_know_will_revoke_last_cert: true,
        i_know_remove_domain_will_revoke_before_cert: true,
      },
    });
    expect(shown.stdout).toContain("::group::The request");
    expect(shown.summary).toContain('"common_name": "www.example.com"');
    expect(shown.outputs.json).not.toContain(world.sandbox.credentials.authKey);
    expect(shown.stdout.replace(/^::add-mask::.*$/gm, "")).not.toContain(world.sandbox.credentials.authKey);
  });

  test("A dry run of a callback test neither tests nor opens an issue", async ({ world }) => {
    const inputs = { operation: "callback-test", "report-issue": "on-failure", "access-key": "a-secret-key" };
    const { code, outputs, stdout } = await world.run({ ...inputs, ...dry });
    expect(code).toBe(0);
    expect(outputs.code).toBe("dry_run");
    expect(world.github.seen).toEqual([]);
    expect(outputs.json).toContain('"access_key":"***"');
    expect(stdout.replace(/^::add-mask::.*$/gm, "")).not.toContain("a-secret-key");
  });

  test.for<Texts>([
    { resolve: "it is fine" },
    { supersede: "the latest" },
    { "ca-file": "/nowhere.pem" },
    { acknowledge: "everything" },
    { acknowledge: "drops-names", "i-know-remove-domain-will-revoke-before-cert": "false" },
    { "github-api-url": "api" },
  ])("refuses what a run would refuse: %j", async (inputs, { world }) => {
    for (const asked of [inputs, { ...inputs, ...dry }]) {
      const { code, outputs } = await world.run({ ...reissueInputs, ...asked });
      expect(code).toBe(1);
      expect(outputs.outcome).toBe("not-sent");
    }
    expect(world.sandbox.ledger).toEqual([]);
  });
});

describe.concurrent("A wrong input", () => {
  test.for<Texts>([
    { "ca-file": "/nowhere.pem" },
    { "failure-threshold": "abc" },
    { "unknown-threshold": "0" },
    { mute: "7 days", "report-issue": "on-failure" },
    { mute: "91d", "report-issue": "on-failure" },
    { mute: "7d" },
    { summary: "perhaps" },
  ])(
    "fails a callback test whatever fail-on says, and without an issue too: %j",
    async (inputs, { world }) => {
      const { code, outputs } = await world.run({
        operation: "callback-test",
        "fail-on": "never",
        ...inputs,
      });
      expect(code).toBe(1);
      expect(outputs.outcome).toBe("not-sent");
    },
  );
});

describe.concurrent("The outputs json and attempt-id", () => {
  const parsed = ({ outputs }: Ended) => JSON.parse(outputs.json ?? "") as Record<string, unknown>;

  test("have the values of the other outputs, and name the attempt for every outcome", async ({ world }) => {
    const done = await world.reissue();
    const certificateId = world.sandbox.ledger[0]?.certificateId;
    expect(parsed(done)).toMatchObject({ outcome: "done", tries: 1, "already-done": false });
    expect(parsed(done)).toMatchObject({
      "certificate-id": certificateId,
      "attempt-id": done.outputs["attempt-id"],
    });
    const again = await world.reissue({}, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ "already-done": "true", "attempt-id": done.outputs["attempt-id"] });

    world.github.age(60_000);
    world.sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
    const lost = await world.reissue({}, { runId: 8 });
    expect(lost.outputs["attempt-id"]).toMatch(/^[0-9a-f]{12}$/);
    const blocked = await world.reissue({}, { runId: 9 });
    expect(blocked.outputs).toMatchObject({
      code: "unresolved_attempt",
      "attempt-id": lost.outputs["attempt-id"],
    });
  });
});

describe.concurrent("In a matrix", () => {
  test("supersede is for one order, and the jobs of other orders send nothing", async ({ world }) => {
    const supersede = (await world.reissueHere()).outputs["attempt-id"] as string;
    const left = await world.reissueHere({ supersede, "order-id": "order-ssl-2" }, { runId: 8 });
    expect(left).toMatchObject({
      level: "passed",
      outputs: { outcome: "not-sent", code: "superseded_elsewhere" },
    });
    expect(world.sandbox.ledger).toHaveLength(1);
    expect((await world.reissueHere({ supersede }, { runId: 8 })).outputs["already-done"]).toBe(false);
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test.for([{ resolve: "abcdefabcdef:not-happened" }, { supersede: "abcdefabcdef" }])(
    "An attempt that no order has is an error: %j",
    async (inputs, { world }) => {
      const { outputs } = await world.reissueHere(inputs);
      expect(outputs.code).toBe("attempt_not_found");
      expect(world.sandbox.ledger).toEqual([]);
    },
  );
});
