import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { csrFile, environmentFor, type Heard, listener } from "../../harness/cli/service.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";

const pin = "canary-pin-1234";
const cloud = ["--sign-hash", "sha256", "--csr-from", "sign-cloud-csc", "--sign-key-pin-stdin"];

describe("--dry-run", () => {
  test("shows exactly what would be sent, except for secrets, and sends nothing", async () => {
    const { url, heard } = await listener();
    const state = newFolder();
    const env = { ...environmentFor(`${url}/base`), XDG_STATE_HOME: state };
    const run = (...more: string[]) =>
      certorder(["reissue", "order 1", ...cloud, "--csr-file", csrFile, ...more], { env, stdin: `${pin}\n` });
    const [shown, json] = [await run("--dry-run"), await run("--dry-run", "--json")];
    expect(heard).toEqual([]);
    expect(existsSync(join(state, "certorder"))).toBe(false);
    createJournal(join(state, "certorder"));
    for (const secret of [pin, env.CERTORDER_AUTH_KEY])
      expect(shown.stdout + json.stdout).not.toContain(secret);

    expect(await run("--yes", "--idempotency-key", "k")).toMatchObject({ code: 0 });
    const [request] = heard as [Heard];
    const [head = "", body = ""] = shown.stdout.split("\n\n");
    const [first, ...headers] = head.split("\n");
    expect(first).toBe(`${request.method} ${url}${request.path}`);
    // All but what HTTP itself adds.
    const { host: _, connection: __, "content-length": ___, ...received } = request.headers;
    expect(headers.map((line) => line.toLowerCase()).sort()).toEqual(
      Object.entries({ ...received, "x-cc-auth-key": "***" })
        .map(([name, value]) => `${name}: ${value}`.toLowerCase())
        .sort(),
    );
    // Byte for byte, but for the line breaks that make it readable.
    const masked = request.body.replace(pin, "***");
    expect(JSON.stringify(JSON.parse(body))).toBe(masked);
    expect(JSON.parse(json.stdout)).toMatchObject({
      dry_run: true,
      method: "POST",
      url: `${url}${request.path}`,
      body: JSON.parse(masked),
    });
  });

  test.concurrent("works without credentials, shows which are missing, and masks those that are set", async () => {
    const env = { CERTORDER_ACCESS_KEY: "canary-access", CERTORDER_AUTH_KEY: "canary-auth" };
    const reissue = await certorder("reissue order-1 --sign-hash sha256 --dry-run");
    const without = await certorder("reissue order-1 --sign-hash sha256 --dry-run --journal none");
    const callback = await certorder("callback-test --url https://callback.example/ --dry-run", { env });
    expect(without.stdout).toBe(reissue.stdout);
    for (const ended of [reissue, without, callback]) expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(reissue.stdout).toContain(
      "POST {base_url}/openapi/v3/orders/order-1/reissue\nX-CC-Auth-Key: (not set)",
    );
    expect(callback.stdout).toContain("PUT {base_url}/openapi/v3/account/callback/test");
    expect(callback.stdout).toContain('"url": "https://callback.example/"');
    expect(callback.stdout).toContain('"access_key": "***"');
    expect(callback.stdout).not.toContain("canary");
  });

  test.concurrent("refuses a wrong request, and shows warnings", async () => {
    const mismatch = "reissue order-1 --sign-hash x --common-name else.example --dry-run".split(" ");
    const [wrong, refused, doubtful] = await certorderEach([
      "reissue order-1 --validity-days 0 --dry-run",
      [...mismatch, "--csr-file", csrFile],
      [...mismatch, "--csr-file", csrFile, "--allow-mismatch"],
    ]);
    expect(wrong).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("2 problems") });
    expect(refused).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("To send it as it is, add --allow-mismatch."),
    });
    expect(doubtful).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("warning: The CSR has the common name"),
    });
  });
});
