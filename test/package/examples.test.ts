import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callbackAuthHeader, testEvent } from "../../src/contract/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { atTheEnd } from "../at-the-end.ts";
import { newFolder } from "../new-folder.ts";

const examples = join(import.meta.dirname, "..", "..", "examples");
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ httpsPort: false });
});
afterAll(() => sandbox.close());

const run = async (path: readonly string[], { url, credentials } = sandbox) => {
  const env = {
    ...process.env,
    CERTORDER_BASE_URL: url,
    CERTORDER_KEY_ID: credentials.keyId,
    CERTORDER_AUTH_KEY: credentials.authKey,
    CERTORDER_JOURNAL: newFolder("journal-"),
  };
  return (await promisify(execFile)(process.execPath, [join(examples, ...path)], { env })).stdout;
};

describe("the examples", () => {
  test("for the library reissue a certificate", async () => {
    expect(await run(["library", "reissue.ts"])).toBe(
      `The new certificate is ${sandbox.ledger[0]?.certificateId}.\n`,
    );
  });

  test("for the library say what is wrong with a callback", async () => {
    expect(await run(["library", "callback-test.ts"])).toContain("fail: callback_not_configured.");
  });

  /** Starts the receiver, and tells its port. */
  const receiver = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const server = spawn(process.execPath, [join(examples, "receiver", "server.ts")], {
      env: { ...process.env, PORT: "0", ...env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    atTheEnd(() => server.kill());
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    return /\d+/.exec(String(line))?.[0] ?? "";
  };

  test("receive a callback with either of two keys, and no other", async () => {
    const url = `http://127.0.0.1:${await receiver({ CALLBACK_KEY: "old", NEXT_CALLBACK_KEY: "new" })}`;
    const body = JSON.stringify({ ...testEvent, order_id: "o", cert_id: "c", message: "" });
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

  test("receive a callback of the sandbox, behind a certificate of the sandbox's", async () => {
    const calling = await startSandbox({ httpsPort: false, allowPrivateCallbacks: true });
    const folder = newFolder("tls-");
    const { key, cert } = calling.issueCertificate(["localhost"]);
    writeFileSync(join(folder, "localhost.key"), key);
    writeFileSync(join(folder, "localhost.crt"), cert);
    const port = await receiver({ CALLBACK_KEY: "key", TLS_FOLDER: folder });
    const { keyId } = calling.credentials;
    calling.saveCallback(keyId, { url: `https://localhost:${port}/`, accessKey: "key" });
    expect(await run(["library", "callback-test.ts"], calling)).toContain("pass");
    expect(() => calling.saveCallback("nobody", undefined)).toThrow("no account");
    await calling.close();
  });
});
