import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { cloneRepository } from "../../harness/clone.ts";
import { freePort } from "../../harness/journal/free-port.ts";
import { guideWorkflows } from "../action/act.ts";

// All commands of docs/guides/sandbox.md, pasted into one shell of a clone. Only the port of the receiver is another one.

const root = join(import.meta.dirname, "..", "..", "..");
const guide = readFileSync(join(root, "docs", "guides", "sandbox.md"), "utf8");

test("The guide's commands work as they are pasted, and act reissues an order with the guide's workflow", async () => {
  const clone = cloneRepository();
  for (const name of ["node_modules", "build"]) symlinkSync(join(root, name), join(clone, name));
  const home = join(dirname(clone), "home");
  mkdirSync(home);
  const port = await freePort();
  const [before = "", after = ""] = guide
    .replaceAll("localhost:8443", `localhost:${port}`)
    .replace("certorder receive --tls-cert", `certorder receive --port ${port} --tls-cert`)
    .split("Save [the workflow");
  const pasted = (part: string) => [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  writeFileSync(join(home, "reissue.yml"), guideWorkflows().get("Reissue") ?? "");
  const script = [
    "set -e",
    "exec 2>&1",
    // A command that fails must not leave a program behind: it would hold this test's pipe, and the port for the next try.
    "trap 'kill $CERTORDER_SANDBOX_PID $(jobs -p)' EXIT",
    ...pasted(before),
    "cp ~/reissue.yml .github/workflows/",
    ...pasted(after),
    "curl --silent $CERTORDER_SANDBOX_URL/ledger",
  ].join("\n");
  const shell = spawn("bash", ["-c", script], {
    cwd: clone,
    env: { HOME: home, PATH: [dirname(toolPath("act")), process.env.PATH].join(delimiter) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [shown, [exit]] = await Promise.all([
    text(shell.stdout),
    once(shell, "close") as Promise<[number | null]>,
  ]);
  expect(exit, shown).toBe(0);
  // A lost answer, a renewal and an expiry, a lost request, 200 orders, a wrong key, a name that does not resolve, the doctor, the reader's own receiver, and the workflow.
  expect(shown).toContain("certorder help connection_lost");
  expect(shown).toContain("✓ reissued order order-ssl-3: certificate cert-1003");
  expect(shown).toMatch(/^order-ssl-3 +cert-1003 +91d +expired /m);
  expect(shown.match(/200 orders: 200 sent\./g)).toHaveLength(2);
  expect(shown).toMatch(/^✓ callback-test +The service's test passes/m);
  expect(shown.split("certorder help order_busy")).toHaveLength(2);
  expect(shown).toContain("✓ resolved attempt");
  expect(shown).toContain("callback_response_not_200");
  expect(shown).toContain("callback_send_error");
  expect(shown).toMatch(/^✓ pass The callback answered/m);
  expect(shown).toContain("The certificate is cert-1001.");
  expect(shown.slice(shown.lastIndexOf('"ledger"'))).toContain('"certificateId": "cert-1001"');
});
