import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certorder, newFolder } from "../../harness/cli/cli.ts";
import { environmentFor, listener } from "../../harness/cli/service.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const base64 = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
const fileWith = (content: string) => {
  const path = join(newFolder(), "pasted");
  writeFileSync(path, content);
  return path;
};

const { url, heard } = await listener();
const reissue = ["reissue", "o", "--sign-hash", "sha256", "--yes"];

// All places and forms: the part "secrets" of the proof.
test.each([
  [...reissue, `--csr=${pem}`],
  [...reissue, "--csr-file", fileWith(`some text before\n${pem}`)],
  [...reissue, "--csr-file", fileWith(base64)],
  [...reissue, "--request-file", fileWith(JSON.stringify({ certificate: { csr: pem } }))],
  [...reissue, "--request-file", fileWith(pem)],
  [...reissue, `--csr-file=${pem}`],
  [...reissue, "--ca-file", fileWith(pem)],
  ["csr", "inspect", fileWith(pem)],
  ["csr", "inspect", fileWith(base64)],
])("A private key in the place of a CSR is refused, and neither sent nor shown: %s %s", async (...args) => {
  for (const more of [[], ["--json"]]) {
    const { code, stdout, stderr } = await certorder([...args, ...more], { env: environmentFor(url) });
    expect(code).toBe(2);
    // Any twelve characters of the key, wherever its lines are broken.
    const shown = (stdout + stderr).replace(/\s|\\n|\\r/g, "");
    for (let at = 40; at + 12 < base64.length; at += 6)
      expect(shown).not.toContain(base64.slice(at, at + 12));
  }
  expect(heard).toEqual([]);
});
