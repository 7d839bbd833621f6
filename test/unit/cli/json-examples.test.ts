import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonExamples, jsonWords } from "../../../src/generate/json-examples.ts";
import { Journal } from "../../../src/journal/index.ts";
import { certorder, newFolder } from "../../harness/cli/cli.ts";
import { confirmedRequest, csrFile, listener, service } from "../../harness/cli/service.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** The names of an object's fields, also of objects in it and of the first entry of a list. A null stands for any type. */
function fields(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [fields(value[0])];
  if (value === null) return expect.anything();
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fields(member)]));
}

/** The values at a path such as `orders[].state`. */
function valuesAt(value: unknown, path: string): unknown[] {
  const [name = "", ...rest] = path.split(".");
  const inner = (value as Record<string, unknown>)[name.replace("[]", "")];
  return [inner].flat().flatMap((one) => (rest.length === 0 ? [one] : valuesAt(one, rest.join("."))));
}

/** A folder as an app is synthesized to, without a stack of ours. */
function synthesizedFolder(): string {
  const folder = join(newFolder(), "cdktf.out");
  mkdirSync(join(folder, "stacks", "empty"), { recursive: true });
  writeFileSync(join(folder, "stacks", "empty", "cdk.tf.json"), "{}");
  writeFileSync(join(folder, "manifest.json"), "{}");
  return folder;
}

/** An order with a certificate that is deployed, and an attempt that is open. */
async function deployedAndOpen(journal: Journal): Promise<string> {
  const orderId = "order-5";
  const certificateId = "cert-1002";
  const attemptId = await reissue(
    journal,
    commandIntent({ orderId, validityDays: 90 }),
    "done",
    certificateId,
  );
  await journal.callbacks.addReceiver("web-1");
  await journal.callbacks.record({ orderId, certificateId, receiver: "web-1" });
  await journal.callbacks.recordDeployment("deployed", "web-1", { orderId, attemptId, certificateId });
  await reissue(journal, commandIntent({ orderId }), "unknown");
  return orderId;
}

test("Each field of the JSON in the reference is one that its command prints", async () => {
  const sandbox = await service(["order-1", "order-3", "order-6"]);
  const journal = newJournal();
  const env = { ...sandbox.env, CERTORDER_JOURNAL: journal };
  const printed = async (...args: string[]) =>
    JSON.parse((await certorder([...args, "--json"], { env })).stdout) as Record<string, string>;

  const orders = join(newFolder(), "orders.csv");
  writeFileSync(orders, "order_id\norder-6\n");
  const shown: Record<string, object> = {
    reissue: await printed("reissue", "order-1", ...confirmedRequest()),
  };
  for (const line of [
    "journal show order-1",
    "journal init",
    "journal check --rounds 1",
    "journal repair order-1 --yes",
    `journal copy file://${journal} file://${newFolder()}`,
    `csr inspect ${csrFile}`,
    "journal import order-7 cert-7",
    `provider install --dir ${newFolder()} --host registry.example.com`,
    `synth check ${synthesizedFolder()}`,
    "version",
  ])
    shown[line.split(" ", 2).join(" ")] = await printed(...line.split(" "));
  sandbox.addFault({ kind: "reset-after-processing", operation: "reissue" });
  const lost = await printed("reissue", "order-3", ...confirmedRequest());
  const resolve = ["order-3", lost.attempt_id ?? "", "--certificate-id", "cert-7b"];
  shown.error = lost;
  shown.doctor = await printed("doctor", "--only", "service-dns", "--base-url", "https://unknown.invalid");
  shown.status = await printed("status", "--order", await deployedAndOpen(new Journal(journal)));
  shown.wait = await printed("wait", "order-5", "--certificate-id", "cert-1002");
  shown["reissue --from"] = await printed("reissue", "--from", orders, "--yes", ...confirmedRequest());
  const { url } = await listener((_, response) => response.end('{"code":"success"}'));
  Object.assign(env, { CERTORDER_BASE_URL: url });
  shown["callback-test"] = await printed("callback-test");
  shown["journal resolve"] = await printed("journal", "resolve", ...resolve);
  expect(Object.keys(shown).sort()).toEqual(Object.keys(jsonExamples).sort());
  for (const [command, json] of Object.entries(shown)) {
    const { issued: _, ...example } = JSON.parse(jsonExamples[command] ?? "{}");
    expect(fields(json), command).toMatchObject(fields(example) as object);
    for (const [path, words] of Object.entries(jsonWords[command] ?? {}))
      for (const value of valuesAt(json, path)) expect(words, `${path} of ${command}`).toContain(value);
  }
});
