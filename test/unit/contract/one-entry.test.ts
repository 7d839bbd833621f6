import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { Workspace } from "../../../src/plugin/testing/index.ts";
import { bareEnvironment, newFolder } from "../../harness/cli/cli.ts";
import { accepts, environmentFor, type Heard, listener } from "../../harness/cli/service.ts";

// A field that is added to a table of the contract is sent by every interface, with no other change.

const source = (file: string) => join(import.meta.dirname, "..", "..", "..", "src", file);
const withNewFields = ["--import", join(import.meta.dirname, "new-fields.ts")];
const order = { order_id: "order-1", sign_hash: "sha256" };

/** Runs an interface until it ends. Returns the requests that the service got. */
async function heardFrom(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Heard[]> {
  const { url, heard } = await listener(accepts);
  const child = spawn(process.execPath, [...withNewFields, ...args], {
    env: { ...bareEnvironment(environmentFor(url)), ...env },
    cwd: newFolder(),
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "close");
  expect(code, (await said).join("\n")).toBe(0);
  return heard;
}

const reissued = (heard: readonly Heard[]) =>
  expect(heard.map(({ body }) => JSON.parse(body))).toEqual([
    { certificate: { sign_hash: "sha256" }, added_remark: "x" },
  ]);
const tested = (heard: readonly Heard[]) =>
  expect(heard.map(({ body }) => JSON.parse(body))).toEqual([{ added_locale: "x" }]);

describe.concurrent("A new field of the contract", () => {
  test("is sent by the command line", async () => {
    const flags = ["--added-remark", "x", "--sign-hash", "sha256", "--yes", "--idempotency-key", "a"];
    reissued(await heardFrom([source("cli/main.ts"), "reissue", "order-1", ...flags]));
    tested(await heardFrom([source("cli/main.ts"), "callback-test", "--added-locale", "x"]));
  });

  test("is sent by the action, of a reissue from its request-file", async () => {
    const workspace = newFolder();
    writeFileSync(join(workspace, "request.json"), JSON.stringify({ added_remark: "x" }));
    const step = (inputs: Readonly<Record<string, string>>) =>
      heardFrom([source("action/main.ts")], {
        GITHUB_WORKSPACE: workspace,
        GITHUB_REPOSITORY: "acme/site",
        GITHUB_RUN_ID: "7",
        GITHUB_SERVER_URL: "https://github.com",
        GITHUB_RUN_ATTEMPT: "1",
        GITHUB_SHA: "0".repeat(40),
        ...Object.fromEntries(
          Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
        ),
      });
    const names = { "order-id": "order-1", "sign-hash": "sha256", "request-file": "request.json" };
    reissued(await step({ operation: "reissue", journal: "none", ...names }));
    tested(await step({ operation: "callback-test", "added-locale": "x" }));
  });

  test("is sent by the library", async () => {
    const library = (call: string) =>
      heardFrom([
        "--input-type=module",
        "--eval",
        `const { CertOrderClient } = await import(${JSON.stringify(source("index.ts"))});
         await CertOrderClient.fromEnvironment().${call};`,
      ]);
    reissued(
      await library('reissue("order-1", { signHash: "sha256", addedRemark: "x" }, { idempotencyKey: "a" })'),
    );
    tested(await library('testCallback({ addedLocale: "x" })'));
  });

  test("is sent by the provider", async () => {
    const { url, heard } = await listener(accepts);
    const env = environmentFor(url);
    const workspace = await Workspace.open({
      command: [process.execPath, ...withNewFields, source("provider/main.ts")],
      provider: {},
      environment: bareEnvironment(env),
    });
    await workspace.resource("certorder_reissue").apply({ ...order, added_remark: "x" });
    reissued(heard.splice(0));
    await workspace.resource("certorder_callback_check").apply({ added_locale: "x" });
    tested(heard.splice(0));
    await workspace.readDataSource("certorder_callback_test", { added_locale: "x" });
    tested(heard.splice(0));
    await workspace.close();
  });
});
