import { expect, test } from "vitest";
import { jsonExamples } from "../../../src/generate/json-examples.ts";
import { certorder, newFolder } from "../../harness/cli/cli.ts";
import { confirmedRequest, csrFile, service } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** The names of an object's fields, also of objects in it and of the first entry of a list. */
function fields(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [fields(value[0])];
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fields(member)]));
}

test("Each field of the JSON in the reference is one that its command prints", async () => {
  const sandbox = await service(["order-1", "order-3"]);
  const journal = newJournal();
  const env = { ...sandbox.env, CERTORDER_JOURNAL: journal };
  const printed = async (...args: string[]) =>
    JSON.parse((await certorder([...args, "--json"], { env })).stdout) as Record<string, string>;

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
  ])
    shown[line.split(" ", 2).join(" ")] = await printed(...line.split(" "));
  sandbox.addFault({ kind: "reset-after-processing", operation: "reissue" });
  const lost = await printed("reissue", "order-3", ...confirmedRequest());
  const resolve = ["order-3", lost.attempt_id ?? "", "--certificate-id", "cert-7b"];
  shown.error = lost;
  shown["journal list"] = await printed("journal", "list");
  shown["journal resolve"] = await printed("journal", "resolve", ...resolve);
  for (const [command, json] of Object.entries(shown)) {
    const { issued: _, ...example } = JSON.parse(jsonExamples[command] ?? "{}");
    expect(fields(json), command).toMatchObject(fields(example) as object);
  }
});
