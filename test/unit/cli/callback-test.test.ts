import { describe, expect, test } from "vitest";
import { cliDialect } from "../../../src/cli/dialect.ts";
import { callbackCodes, render } from "../../../src/contract/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { certorder, certorderEach } from "../../harness/cli/cli.ts";
import { environmentFor, listener } from "../../harness/cli/service.ts";

/** A service that answers every callback test with this. */
const answering = (status: number, body: string) =>
  listener((_, response) => response.writeHead(status, { "content-type": "application/json" }).end(body));

describe("certorder callback-test", () => {
  test.concurrent("reports that the callback answered, for people and for programs", async () => {
    const { url, heard } = await answering(200, '{"code":"success"}');
    const [people, programs] = await certorderEach(
      ["callback-test", "callback-test --json"],
      environmentFor(url),
    );
    expect(people).toMatchObject({ code: 0, stderr: "" });
    expect(people?.stdout).toMatch(/^✓ pass The callback answered\. \(\d+ ms\)\n$/);
    expect(JSON.parse(programs?.stdout ?? "")).toEqual({
      outcome: "done",
      verdict: "pass",
      message: "The callback answered.",
      http_status: 200,
      tries: 1,
      duration_ms: expect.any(Number),
    });
    expect(heard.map(({ body }) => body)).toEqual(["", ""]);
  });

  test.concurrent("gives cause, remedy and verdict for every code of the service, exit code 3", async () => {
    const { request_too_fast: _, ...codes } = callbackCodes;
    for (const [code, { cause, remedy, verdict }] of Object.entries(codes)) {
      const { url } = await answering(400, JSON.stringify({ code }));
      const [people, programs] = await certorderEach(
        ["callback-test", "callback-test --json"],
        environmentFor(url),
      );
      expect(people, code).toMatchObject({ code: 3, stdout: "" });
      for (const said of [`${code}. ${cause}`, `verdict: ${verdict}`, render(remedy, cliDialect)])
        expect(people?.stderr).toContain(said);
      const helps = /^callback_(?:send_error|response_not_200|private_domain)$/.test(code);
      const line = "To find out why: certorder doctor --url URL --callback-test.";
      expect(people?.stderr.includes(line), code).toBe(helps);
      // It is the status of the service's answer, not of the callback's.
      expect(people?.stderr, code).not.toContain("400");
      expect(JSON.parse(programs?.stdout ?? "")).toMatchObject({ outcome: "rejected", verdict, code });
    }
  });

  test.concurrent("reports all problems at once and sends nothing", async () => {
    const { url, heard } = await answering(200, "{}");
    const env = { ...environmentFor(url), CERTORDER_ACCESS_KEY: "k".repeat(257) };
    const { code, stderr } = await certorder("callback-test --url http://callback.example", { env });
    expect(code).toBe(2);
    expect(stderr).toContain("2 problems. Nothing was sent.");
    expect(stderr).toContain("url uses http, not https.");
    expect(stderr).toContain("--access-key-file has 257 characters");
    expect(stderr).not.toContain("kkkk");
    expect(heard).toEqual([]);
  });

  test.concurrent("verifies certificates also with NODE_TLS_REJECT_UNAUTHORIZED=0, without Node's warning", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const env = { ...environmentFor(sandbox.httpsUrl), NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    const { code, stderr } = await certorder("callback-test", { env });
    await sandbox.close();
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining("certificate") });
    expect(stderr).not.toContain("NODE_TLS_REJECT_UNAUTHORIZED");
  });
});
