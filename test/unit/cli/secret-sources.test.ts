import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Circumstances, certorder, newFolder } from "../../harness/cli/cli.ts";
import { environmentFor, listener } from "../../harness/cli/service.ts";

const { url, heard } = await listener();
const fileWith = (content: string) => {
  const path = join(newFolder(), "secret");
  writeFileSync(path, content);
  return path;
};
const cloud = ["--sign-hash", "sha256", "--csr-from", "sign-cloud-csc", "--yes", "--idempotency-key", "k"];
const findRequest = (order: string) => heard.find(({ path }) => path.includes(`/${order}/`));

/** A file, what else there is, and the secret that is meant. */
const sources: [order: string, flags: string[], more: Circumstances, pin: string][] = [
  ["environment", [], { env: { CERTORDER_SIGN_KEY_PIN: "from env" } }, "from env"],
  ["file", ["--sign-key-pin-file", fileWith("from file\n")], {}, "from file"],
  ["file-from-windows", ["--sign-key-pin-file", fileWith("from file\r\n")], {}, "from file"],
  ["file-with-two-line-breaks", ["--sign-key-pin-file", fileWith("from file\n\n")], {}, "from file\n"],
  ["dash", ["--sign-key-pin-file", "-"], { stdin: "from stdin\n" }, "from stdin"],
  [
    "flag-over-env",
    ["--sign-key-pin-stdin"],
    { env: { CERTORDER_SIGN_KEY_PIN: "from env" }, stdin: "from stdin" },
    "from stdin",
  ],
];
test.concurrent.each(sources)("A secret arrives as it is meant, from %s", async (order, flags, more, pin) => {
  const args = ["reissue", order, ...cloud, ...flags, "--auth-key-file", fileWith("key in a file\n")];
  const ended = await certorder(args, { ...more, env: { ...environmentFor(url), ...more.env } });
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  const { body = "", headers } = findRequest(order) ?? {};
  expect(JSON.parse(body)).toMatchObject({ sign_key_pin: pin });
  expect(headers).toMatchObject({ "x-cc-auth-key": "key in a file" });
});

test.concurrent.each([
  [["--auth-key-file", "x", "--auth-key-stdin"], "Both --auth-key-file and --auth-key-stdin"],
  [["--auth-key-stdin", "--sign-key-pin-stdin"], "both read standard input"],
  [["--request-file", "-", "--csr-file", "-"], "both read standard input"],
  [["--auth-key-stdin"], "--auth-key-file contains characters that an HTTP header cannot carry."],
  [["--auth-key-file", fileWith("\n")], "--auth-key-file is empty"],
  [["--auth-key-file", "/dev/zero"], "more than 1 MiB"],
])("A secret that is given twice, empty, broken or endless is a usage error: %j", async (flags, what) => {
  const args = ["reissue", "refused", "--sign-hash", "sha256", "--yes", ...flags];
  const stdin = flags.includes("--request-file") ? "{}" : "canary\nkey\n";
  const ended = await certorder(args, { env: environmentFor(url), stdin });
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(what) });
  expect(ended.stderr).not.toContain("canary");
  expect(findRequest("refused")).toBeUndefined();
});
