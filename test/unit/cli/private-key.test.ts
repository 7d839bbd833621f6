import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { environmentFor, listener } from "../../harness/cli/service.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const base64 = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
const fileWith = (content: string) => {
  const path = join(newFolder(), "pasted");
  writeFileSync(path, content);
  return path;
};

/** Any twelve characters of the key, wherever its lines are broken. */
function expectHidden(key: string, text: string): void {
  const shown = text.replace(/\s|\\n|\\r/g, "");
  for (let at = 40; at + 12 < key.length; at += 6) expect(shown).not.toContain(key.slice(at, at + 12));
}

test("A private key in the place of a CSR is refused by certorder reissue, and neither sent nor shown", async () => {
  const { url, heard } = await listener();
  const ways = [
    [`--csr=${pem}`],
    ["--csr", base64],
    ["--csr-file", fileWith(pem.replaceAll("\n", "\r\n"))],
    ["--csr-file", fileWith(`some text before\n${pem}`)],
    ["--csr-file", fileWith(base64)],
    ["--csr-file", fileWith(pem.slice(0, -60))],
    ["--request-file", fileWith(JSON.stringify({ certificate: { csr: pem, sign_hash: "sha256" } }))],
    ["--request-file", fileWith(JSON.stringify({ csr: pem }))],
    ["--request-file", fileWith(pem)],
    ["--ca-file", fileWith(pem)],
    ["--sign-hash", pem],
    [`--csr-file=${pem}`],
  ];
  for (const way of ways) {
    const args = ["reissue", "o", "--sign-hash", "sha256", "--yes", ...way];
    const ended = await certorderEach(
      [args, [...args, "--json"], [...args, "--dry-run"]],
      environmentFor(url),
    );
    const isHarmless = way[0] === "--ca-file";
    expect(
      ended.map(({ code }) => code),
      way.join(" "),
    ).toEqual([2, 2, isHarmless ? 0 : 2]);
    for (const { stdout, stderr } of ended) expectHidden(base64, stdout + stderr);
  }
  expect(heard).toEqual([]);
});

test("A private key is refused by certorder csr inspect and not shown, from a file and from standard input", async () => {
  const runs = [
    await certorder(["csr", "inspect", fileWith(pem)]),
    await certorder("csr inspect - --json", { stdin: base64 }),
  ];
  for (const { code, stdout, stderr } of runs) {
    expect(code).toBe(2);
    expect(stdout + stderr).toContain("private key");
    expectHidden(base64, stdout + stderr);
  }
});
