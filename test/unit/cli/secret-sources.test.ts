import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { certorder, newFolder } from "../../harness/cli/cli.ts";
import { environmentFor, listener } from "../../harness/cli/service.ts";

const { url, heard } = await listener();
const fileWith = (content: string) => {
  const path = join(newFolder(), "secret");
  writeFileSync(path, content);
  return path;
};
const cloud = ["--sign-hash", "sha256", "--csr-from", "sign-cloud-csc", "--yes", "--idempotency-key", "k"];
const findRequest = (order: string) => heard.find(({ path }) => path.includes(`/${order}/`));
const sentPin = (order: string) =>
  (JSON.parse(findRequest(order)?.body ?? "{}") as { sign_key_pin?: string }).sign_key_pin;

describe("A secret", () => {
  const sources: [order: string, flags: string[], env: Record<string, string>, stdin: string, pin: string][] =
    [
      ["environment", [], { CERTORDER_SIGN_KEY_PIN: "from env" }, "", "from env"],
      ["file", ["--sign-key-pin-file", fileWith("from file\n")], {}, "", "from file"],
      ["file-without-line-break", ["--sign-key-pin-file", fileWith("from file")], {}, "", "from file"],
      ["file-from-windows", ["--sign-key-pin-file", fileWith("from file\r\n")], {}, "", "from file"],
      [
        "file-with-two-line-breaks",
        ["--sign-key-pin-file", fileWith("from file\n\n")],
        {},
        "",
        "from file\n",
      ],
      ["stdin", ["--sign-key-pin-stdin"], {}, "from stdin\n", "from stdin"],
      ["dash", ["--sign-key-pin-file", "-"], {}, "from stdin\n", "from stdin"],
      [
        "flag-over-env",
        ["--sign-key-pin-stdin"],
        { CERTORDER_SIGN_KEY_PIN: "from env" },
        "from stdin",
        "from stdin",
      ],
    ];
  test.concurrent.each(sources)("arrives as it is meant, from %s", async (order, flags, env, stdin, pin) => {
    const args = ["reissue", order, ...cloud, ...flags];
    const ended = await certorder(args, { env: { ...environmentFor(url), ...env }, stdin });
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(sentPin(order)).toBe(pin);
  });

  test.concurrent("may be the account's, from a file", async () => {
    const { CERTORDER_AUTH_KEY: _, ...env } = environmentFor(url);
    const args = ["reissue", "account", "--sign-hash", "sha256", "--yes", "--idempotency-key", "k"];
    const ended = await certorder([...args, "--auth-key-file", fileWith("key in a file\n")], { env });
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(findRequest("account")?.headers["x-cc-auth-key"]).toBe("key in a file");
  });

  test.concurrent.each([
    ["two ways", ["--auth-key-file", "x", "--auth-key-stdin"], "Both --auth-key-file and --auth-key-stdin"],
    ["two readers", ["--auth-key-stdin", "--sign-key-pin-stdin"], "both read standard input"],
    ["a secret and the CSR", ["--auth-key-stdin", "--csr-file", "-"], "both read standard input"],
    ["the request and the CSR", ["--request-file", "-", "--csr-file", "-"], "both read standard input"],
    ["two dashes", ["--auth-key-file", "-", "--sign-key-pin-file", "-"], "both read standard input"],
  ])("is a usage error if it is given by %s, and nothing is sent", async (title, flags, what) => {
    const order = title.replaceAll(" ", "-");
    const ended = await certorder(["reissue", order, "--yes", ...flags], {
      env: environmentFor(url),
      stdin: "{}",
    });
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(what) });
    expect(findRequest(order)).toBeUndefined();
  });

  test.concurrent("is missing if it is empty, and is not sent", async () => {
    const { CERTORDER_AUTH_KEY: _, ...env } = environmentFor(url);
    const args = ["reissue", "empty", "--sign-hash", "sha256", "--yes"];
    for (const [flags, stdin] of [
      [["--auth-key-stdin"], "\n"],
      [[], ""],
    ] as const) {
      const ended = await certorder([...args, ...flags], { env, stdin });
      expect(ended).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/--auth-key-file is (empty|missing)/),
      });
    }
    expect(findRequest("empty")).toBeUndefined();
  });

  test.concurrent("is refused as a key if it has a line break, and not repeated", async () => {
    const args = ["reissue", "broken", "--sign-hash", "sha256", "--yes", "--auth-key-stdin"];
    const { code, stderr } = await certorder(args, { env: environmentFor(url), stdin: "canary\nkey\n" });
    expect(code).toBe(2);
    expect(stderr).toContain("--auth-key-file contains characters that an HTTP header cannot carry.");
    expect(stderr).not.toContain("canary");
  });
});

test.each([
  ["callback-test", "--auth-key-file", "/dev/zero"],
  ["csr", "inspect", "/dev/zero"],
])("Reading stops after 1 MiB of a file that never ends: %s", async (...args) => {
  const ended = await certorder(args, { env: { CERTORDER_KEY_ID: "key" } });
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("more than 1 MiB") });
});
