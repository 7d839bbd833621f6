import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callbackAuthHeader, testEvent } from "../../src/contract/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { newFolder } from "../new-folder.ts";

const examples = join(import.meta.dirname, "..", "..", "examples");
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ httpsPort: false });
});
afterAll(() => sandbox.close());

const run = async (...path: string[]) => {
  const env = {
    ...process.env,
    CERTORDER_BASE_URL: sandbox.url,
    CERTORDER_KEY_ID: sandbox.credentials.keyId,
    CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
    CERTORDER_JOURNAL: newFolder("journal-"),
  };
  return (await promisify(execFile)(process.execPath, [join(examples, ...path)], { env })).stdout;
};

describe("the examples", () => {
  test("for the library reissue a certificate", async () => {
    expect(await run("library", "reissue.ts")).toBe(
      `The new certificate is ${sandbox.ledger[0]?.certificateId}.\n`,
    );
  });

  test("for the library say what is wrong with a callback", async () => {
    expect(await run("library", "callback-test.ts")).toContain("fail: callback_not_configured.");
  });

  test("receive a callback with either of two keys, and no other", async () => {
    const server: ChildProcess = spawn(process.execPath, [join(examples, "receiver", "server.ts")], {
      env: { ...process.env, PORT: "0", CALLBACK_KEY: "old", NEXT_CALLBACK_KEY: "new" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [line] = (await once(server.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    const url = `http://127.0.0.1:${/\d+/.exec(String(line))?.[0]}`;
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
    server.kill();
  });
});
