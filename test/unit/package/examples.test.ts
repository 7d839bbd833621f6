import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { callbackAuthHeader, issuedEvent } from "../../../src/contract/index.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { environmentFor, service } from "../../harness/cli/service.ts";
import { newFolder } from "../../harness/new-folder.ts";

// test/real/examples/library.test.ts runs all examples of the library.

const examples = join(import.meta.dirname, "..", "..", "..", "examples");

/** Starts the receiver of the examples, and returns its port. */
async function startReceiver(env: NodeJS.ProcessEnv): Promise<string> {
  const server = spawn(process.execPath, [join(examples, "receiver", "server.ts")], {
    env: { ...process.env, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  atTheEnd(() => server.kill());
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  return /\d+/.exec(String(line))?.[0] ?? "";
}

test("The receiver of the examples accepts a callback with either of two keys, and no other", async () => {
  const port = await startReceiver({ CALLBACK_KEY: "old", NEXT_CALLBACK_KEY: "new" });
  const body = JSON.stringify({ ...issuedEvent, order_id: "o", cert_id: "c", message: "" });
  for (const [key, status] of [
    ["old", 200],
    ["new", 200],
    ["wrong", 401],
  ] as const) {
    const headers = { "content-type": "application/json", [callbackAuthHeader]: key };
    const { status: answered } = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body, headers });
    expect(answered, key).toBe(status);
  }
});

test("The receiver of the examples gets a callback of the sandbox, with a certificate that the sandbox issued", async () => {
  const sandbox = await service([], { allowPrivateCallbacks: true });
  const folder = newFolder("tls-");
  const { key, cert } = sandbox.issueCertificate(["localhost"]);
  writeFileSync(join(folder, "localhost.key"), key);
  writeFileSync(join(folder, "localhost.crt"), cert);
  const port = await startReceiver({ CALLBACK_KEY: "key", TLS_FOLDER: folder });
  const { url, credentials } = sandbox;
  sandbox.saveCallback(credentials.keyId, { url: `https://localhost:${port}/`, accessKey: "key" });
  expect(() => sandbox.saveCallback("unknown", undefined)).toThrow("no account");
  const env = { ...process.env, ...environmentFor(url, credentials) };
  const example = join(examples, "library", "callback-test.ts");
  expect((await promisify(execFile)(process.execPath, [example], { env })).stdout).toContain("pass");
});

test("In the example of a gate, only the deployment is in the environment, so no reviewer is asked about the test", () => {
  const gate = readFileSync(join(examples, "workflows", "deploy-with-callback-gate.yml"), "utf8");
  const [check = "", deployment = ""] = gate.split("\n  deploy:\n");
  expect(check).not.toContain("environment:");
  expect(deployment).toContain("environment: production");
});
