import { presentable } from "../../client/index.ts";
import { CsrError, readCsr } from "../../csr/index.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { readTextFile } from "../secret.ts";

export const command = defineCommand({
  details: "The command checks its signature too.",
  operands: "FILE",
  examples: ["certorder csr inspect site.csr", "openssl req -new … | certorder csr inspect -"],

  async run({ operands: [file], output }) {
    const csr = await read(file);
    const { key, subject, signature } = csr;
    const shown = (text: string) => presentable(text, (same) => same);
    const names = [...csr.dnsNames, ...csr.ipAddresses, ...csr.emailAddresses, ...csr.uris].map(shown);
    const verdict = signature.verified ? output.style("green", "valid") : output.style("red", "INVALID");
    return {
      json: csr,
      lines: [
        `subject    ${subject.map(({ oid, name, value }) => `${name ?? oid}=${shown(value)}`).join(", ") || "(none)"}`,
        `names      ${names.join(", ") || "(none)"}`,
        `key        ${[key.algorithm, key.curve, key.bits && `${key.bits} bits`].filter(Boolean).join(", ")}`,
        `signature  ${signature.algorithm}, ${signature.verified === "not-checked" ? "not checked" : verdict}`,
        `public key sha256 ${csr.publicKeySha256}`,
      ],
      exitCode: signature.verified === false ? exitCodes.failed : exitCodes.ok,
    };
  },
});

async function read(file: string) {
  try {
    return readCsr(await readTextFile(file, "csr inspect"));
  } catch (error) {
    if (error instanceof CsrError) throw new UsageError(error.message, error.remedy);
    throw error;
  }
}
