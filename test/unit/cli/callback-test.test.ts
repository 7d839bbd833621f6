import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { describe, expect, test } from "vitest";
import { cliDialect } from "../../../src/cli/dialect.ts";
import { callbackCodes, render } from "../../../src/contract/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { certorder, certorderEach } from "../../harness/cli/cli.ts";
import { environmentFor, listener } from "../../harness/cli/service.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

/** A service that answers every callback test with this. */
const answering = (status: number, body: string) =>
  listener((_, response) => response.writeHead(status, { "content-type": "application/json" }).end(body));

describe("certorder callback-test", () => {
  test.concurrent("reports that the callback answered, for people and for programs", async () => {
    const { url, heard } = await answering(200, '{"code":"success"}');
    const [people, programs] = await Promise.all([
      certorder(["callback-test"], { env: environmentFor(url) }),
      certorder(["callback-test", "--json"], { env: environmentFor(url) }),
    ]);
    expect(people).toMatchObject({ code: 0, stderr: "" });
    expect(people.stdout).toMatch(/^✓ pass The callback answered\. \(\d+ ms\)\n$/);
    expect(JSON.parse(programs.stdout)).toEqual({
      outcome: "done",
      verdict: "pass",
      http_status: 200,
      tries: 1,
      duration_ms: expect.any(Number),
    });
    expect(heard.map(({ body }) => body)).toEqual(["", ""]);
  });

  test.concurrent("gives cause, remedy and verdict for every code of the service, exit code 3", async () => {
    const { request_too_fast: _, ...codes } = callbackCodes;
    const answers = Object.keys(codes).map((code) => JSON.stringify({ code }));
    let next = 0;
    const { url } = await listener((_heard, response) => response.writeHead(400).end(answers[next++]));
    const ended = await certorderEach(
      answers.map(() => ({ args: ["callback-test"], env: environmentFor(url) })),
    );
    for (const [index, [code, { cause, remedy, verdict }]] of Object.entries(codes).entries()) {
      const { stderr, ...rest } = ended[index] ?? {};
      expect(rest).toMatchObject({ code: 3, stdout: "" });
      for (const said of [`${code}. ${cause}`, `verdict: ${verdict}`, render(remedy, cliDialect)])
        expect(stderr).toContain(said);
      // It is the status of the service's answer, not of the callback's.
      expect(stderr).not.toContain("400");
    }
  });

  test.concurrent("reports the verdict of a failed test in JSON", async () => {
    const { url } = await answering(400, '{"code":"callback_send_error"}');
    const { code, stdout } = await certorder(["callback-test", "--json"], { env: environmentFor(url) });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "rejected",
      verdict: "fail",
      code: "callback_send_error",
    });
  });

  test.concurrent("tells what the service said, what it means, and what to try", async () => {
    const callback = createServer((_, response) => response.writeHead(503).end());
    const sandbox = await startSandbox({
      httpsPort: false,
      allowPrivateCallbacks: true,
      rateLimit: { tests: 9, perSeconds: 1 },
    });
    const port = await onLoopback(callback);
    const tls = createTlsServer(sandbox.issueCertificate(["localhost"]), (_, response) =>
      response.writeHead(503).end(),
    );
    const tlsPort = await onLoopback(tls);
    const env = { ...environmentFor(sandbox.url, sandbox.credentials), CERTORDER_ACCESS_KEY: "callback-key" };
    const [busy, plain] = await Promise.all(
      [tlsPort, port].map((at) => certorder(["callback-test", "--url", `https://localhost:${at}/`], { env })),
    );
    await sandbox.close();
    expect(busy?.stderr).toContain(
      "The callback test failed: callback_response_not_200. The address answered with a status other than 200. The service said: The callback address answered 503, not 200.",
    );
    expect(busy?.stderr).toContain("curl --include --request POST");
    expect(plain?.stderr).toContain("The service said: The callback address does not speak TLS");
  });

  test.concurrent("reports all problems at once and sends nothing", async () => {
    const { url, heard } = await answering(200, "{}");
    const env = { ...environmentFor(url), CERTORDER_ACCESS_KEY: "k".repeat(257) };
    const { code, stderr } = await certorder(["callback-test", "--url", "http://callback.example"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("2 problems; nothing was sent");
    expect(stderr).toContain("url uses http, not https.");
    expect(stderr).toContain("--access-key-file has 257 characters");
    expect(stderr).not.toContain("kkkk");
    expect(heard).toEqual([]);
  });

  test.concurrent("verifies certificates also with NODE_TLS_REJECT_UNAUTHORIZED=0, without Node's warning", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const env = { ...environmentFor(sandbox.httpsUrl), NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    const { code, stderr } = await certorder(["callback-test"], { env });
    await sandbox.close();
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining("certificate") });
    expect(stderr).not.toContain("NODE_TLS_REJECT_UNAUTHORIZED");
  });
});
