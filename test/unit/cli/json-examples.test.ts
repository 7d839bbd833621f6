import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { jsonExamples } from "../../../src/generate/json-examples.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { certorder } from "../../harness/cli/cli.ts";
import { newFolder } from "../../harness/new-folder.ts";

const csr = join(import.meta.dirname, "..", "..", "..", "examples", "site.csr");

/** The names of an object's fields, also of objects in it and of the first entry of a list. */
function fields(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [fields(value[0])];
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fields(member)]));
}

test("Each field of the JSON in the reference is one that its command prints", async () => {
  const sandbox = await startSandbox({ httpsPort: false });
  onTestFinished(() => sandbox.close());
  const { keyId, authKey } = sandbox.credentials;
  const folder = newFolder("certorder-json-");
  const env = {
    CERTORDER_BASE_URL: sandbox.url,
    CERTORDER_KEY_ID: keyId,
    CERTORDER_AUTH_KEY: authKey,
    CERTORDER_JOURNAL_DIR: join(folder, "journal"),
  };
  const printed = async (...args: string[]) =>
    JSON.parse((await certorder([...args, "--json"], { env })).stdout) as object;
  const reissue = (order: string, ...more: string[]) =>
    printed("reissue", order, "--sign-hash", "sha256", "--csr-file", csr, ...more, "--yes");
  const names = ["--common-name", "www.example.com", "--idempotency-key", "k"];

  const shown: Record<string, object> = {
    reissue: await reissue("order-ssl-1", ...names),
    "journal show": await printed("journal", "show", "order-ssl-1"),
    "journal init": await printed("journal", "init"),
    "journal check": await printed("journal", "check", "--rounds", "1"),
    "journal repair": await printed("journal", "repair", "order-ssl-1", "--yes"),
    "journal copy": await printed("journal", "copy", `file://${folder}/journal`, `file://${folder}/copy`),
    "csr inspect": await printed("csr", "inspect", csr),
  };
  sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
  const lost = (await reissue("order-ssl-3", ...names)) as { attempt_id: string };
  shown.error = lost;
  shown["journal list"] = await printed("journal", "list");
  shown["journal resolve"] = await printed(
    "journal",
    "resolve",
    "order-ssl-3",
    lost.attempt_id,
    "--certificate-id",
    "cert-7b",
  );
  for (const [command, json] of Object.entries(shown)) {
    const { issued: _, ...example } = JSON.parse(jsonExamples[command] ?? "{}");
    expect(fields(json), command).toMatchObject(fields(example) as object);
  }
});
