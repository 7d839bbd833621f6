import { presentable } from "../../client/index.ts";
import { CsrError, readCsr } from "../../csr/index.ts";
import type { CommandDefinition } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { readTextFile } from "../secret.ts";

export const command: CommandDefinition = {
  details: "The command checks its signature too.",
  operands: "FILE",
  flags: {},
  examples: ["certorder csr inspect site.csr", "openssl req -new … | certorder csr inspect -"],

  async run({ operands, output }) {
    const [file, ...surplus] = operands;
    if (file === undefined || surplus.length > 0)
      throw new UsageError(
        "Exactly one file has to be named.",
        "Give the path of the CSR, or - for standard input.",
      );
    try {
      const csr = readCsr(await readTextFile(file, "csr inspect"));
      const shown = (text: string) => presentable(text, (same) => same);
      const { key, signature } = csr;
      const names = [...csr.dnsNames, ...csr.ipAddresses, ...csr.emailAddresses, ...csr.uris].map(shown);
      await output.result(csr, [
        `subject    ${csr.subject.map(({ oid, name, value }) => `${name ?? oid}=${shown(value)}`).join(", ") || "(none)"}`,
        `names      ${names.join(", ") || "(none)"}`,
        `key        ${[key.algorithm, key.curve, key.bits && `${key.bits} bits`].filter(Boolean).join(", ")}`,
        `signature  ${signature.algorithm}, ${signature.verified === "not-checked" ? "not checked" : signature.verified ? output.style("green", "valid") : output.style("red", "INVALID")}`,
        `public key sha256 ${csr.publicKeySha256}`,
      ]);
      return signature.verified === false ? exitCodes.failed : exitCodes.ok;
    } catch (error) {
      if (error instanceof CsrError) throw new UsageError(error.message, error.remedy);
      throw error;
    }
  },
};
