import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callbackAuthHeader, issuedEvent } from "../../../src/contract/index.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { newFolder } from "../../harness/new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const examples = join(root, "examples");
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ httpsPort: false });
});
afterAll(() => sandbox.close());

const run = async (
  args: readonly string[],
  { url, credentials } = sandbox,
  journal = newFolder("journal-"),
) => {
  const env = {
    ...process.env,
    CERTORDER_BASE_URL: url,
    CERTORDER_KEY_ID: credentials.keyId,
    CERTORDER_AUTH_KEY: credentials.authKey,
    CERTORDER_JOURNAL_DIR: journal,
  };
  return (await promisify(execFile)(process.execPath, args, { env, cwd: root })).stdout;
};
const reissuing = [join(examples, "library", "reissue.ts")];
const callbackTest = [join(examples, "library", "callback-test.ts")];

describe("The examples", () => {
  test("The library example reissues a certificate, and a second run gets the same one", async () => {
    const journal = newFolder("journal-");
    const first = await run(reissuing, sandbox, journal);
    const second = await run(reissuing, sandbox, journal);
    const { certificateId } = sandbox.ledger[0] ?? {};
    expect(first).toBe(`The new certificate is ${certificateId}.\n`);
    expect(second).toBe(`The certificate of the first run is ${certificateId}.\n`);
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("The library example says what is wrong with a callback", async () => {
    expect(await run(callbackTest)).toContain("fail: callback_not_configured.");
  });

  /** Starts the receiver, and returns its port. */
  const receiver = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const server = spawn(process.execPath, [join(examples, "receiver", "server.ts")], {
      env: { ...process.env, PORT: "0", ...env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    atTheEnd(() => server.kill());
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    return /\d+/.exec(String(line))?.[0] ?? "";
  };

  test("The receiver accepts a callback with either of two keys, and no other", async () => {
    const url = `http://127.0.0.1:${await receiver({ CALLBACK_KEY: "old", NEXT_CALLBACK_KEY: "new" })}`;
    const body = JSON.stringify({ ...issuedEvent, order_id: "o", cert_id: "c", message: "" });
    const status = async (key: string) =>
      (
        await fetch(url, {
          method: "POST",
          body,
          headers: { "content-type": "application/json", [callbackAuthHeader]: key },
        })
      ).status;
    expect([await status("old"), await status("new"), await status("wrong")]).toEqual([200, 200, 401]);
  });

  test("The receiver gets a callback of the sandbox, with a certificate that the sandbox issued", async () => {
    const calling = await startSandbox({ httpsPort: false, allowPrivateCallbacks: true });
    const folder = newFolder("tls-");
    const { key, cert } = calling.issueCertificate(["localhost"]);
    writeFileSync(join(folder, "localhost.key"), key);
    writeFileSync(join(folder, "localhost.crt"), cert);
    const port = await receiver({ CALLBACK_KEY: "key", TLS_FOLDER: folder });
    const { keyId } = calling.credentials;
    calling.saveCallback(keyId, { url: `https://localhost:${port}/`, accessKey: "key" });
    expect(await run(callbackTest, calling)).toContain("pass");
    expect(() => calling.saveCallback("unknown", undefined)).toThrow("no account");
    await calling.close();
  });
});
