import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { environmentFor } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { commandLine } from "../../harness/program.ts";

// The file and the commands of docs/guides/many-orders.md, in their order.

const root = join(import.meta.dirname, "..", "..", "..");
const guide = readFileSync(join(root, "docs", "guides", "many-orders.md"), "utf8");
const [, file = ""] = /^```csv\n(.*?)^```$/ms.exec(guide) ?? [];
const [nightly = "", due = "", incident = ""] = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(
  ([, block]) => block,
);
const [canary = "", rest = ""] = incident.trim().split("\n");

test("The guide's commands reissue each order once, a few first, and tell which ones are due", async () => {
  const sandbox = await startSandbox({ httpsPort: false });
  onTestFinished(() => sandbox.close());
  const folder = newFolder("certorder-many-");
  const journal = newJournal();
  writeFileSync(join(folder, "orders.csv"), file);
  copyFileSync(join(root, "examples", "site.csr"), join(folder, "site.csr"));
  copyFileSync(join(root, "examples", "cdktf", "shop.csr"), join(folder, "shop.csr"));
  const env = { ...environmentFor(sandbox.url, sandbox.credentials), CERTORDER_JOURNAL: journal };
  const run = async (line: string) => {
    const words = commandLine().map((word) => `"${word}"`);
    const script = `certorder() { ${words.join(" ")} "$@"; }\n${line}`;
    const child = spawn("bash", ["-c", script], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { status, stdout, stderr };
  };
  const orders = () => sandbox.ledger.map(({ orderId }) => orderId);

  expect(await run(canary)).toMatchObject({ status: 4, stdout: expect.stringContaining("1 sent, 1 left") });
  expect(orders()).toHaveLength(1);
  expect(await run(rest)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("1 sent, 1 already done"),
  });
  expect(orders().sort()).toEqual(["order-ssl-1", "order-ssl-2"]);

  const silence = { status: 0, stdout: "", stderr: "" };
  expect(await run(nightly)).toEqual(silence);
  expect(await run(due)).toMatchObject({ status: 0, stdout: "" });
  ageJournal(journal, 70 * 86_400_000);
  expect(await run(due)).toMatchObject({ status: 0, stdout: "order-ssl-1\norder-ssl-2\n" });
  expect(await run(nightly)).toEqual(silence);
  expect(orders()).toHaveLength(4);
});
