import { readdirSync } from "node:fs";
import { type Csr, CsrError, checkCsr, readCsr } from "../../../../src/csr/index.ts";
import { csrFor, decodePem, fixture, pem } from "../../../harness/csr/build.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { der } from "../fuzz/formats.ts";
import type { Target } from "../fuzz/target.ts";
import { mutatedTree } from "../fuzz/tree.ts";

const fixtures = readdirSync(new URL("../../../harness/csr/fixtures", import.meta.url))
  .filter((name) => name.endsWith(".pem"))
  .map((name) => fixture(name.replace(/\.pem$/, "")));
const texts = [...fixtures, csrFor("www.example.com", "www.example.com", "example.com")];
const requests = texts.filter((text) => decodePem(text)[0] === 0x30).map((text) => der.read(decodePem(text)));
const words = ["-----BEGIN ", "-----END ", "CERTIFICATE REQUEST", "PRIVATE KEY", "-----", "\n", "MII", "="];

/** Everything that a signature vouches for. */
const contentOf = ({ signature: _, ...content }: Csr) => JSON.stringify(content);
const genuine = new Set(texts.map((text) => contentOf(readCsr(text))));

/** The reader of signing requests, with requests in PEM and DER. It never takes an unsigned one for genuine. */
export const target: Target = {
  open: async () => ({
    attack(random) {
      const text = hostileText(random);
      try {
        const csr = readCsr(text);
        if (csr.signature.verified === true && !genuine.has(contentOf(csr)))
          throw new Error(`a signature vouches for something else: ${text}`);
      } catch (error) {
        if (!(error instanceof CsrError)) throw error;
      }
      for (const { message } of checkCsr({ csr: text, common_name: "example.com", dns_names: ["a"] }))
        if (/\p{C}/u.test(message)) throw new Error(`not fit to be shown: ${message}`);
    },
  }),
};

function hostileText(random: Random): string {
  if (random.below(4) === 0)
    return mutatedBytes(random, Buffer.from(random.pick(texts)), words).toString("latin1");
  const bytes = mutatedTree(random, der, requests);
  return random.below(3) === 0 ? bytes.toString("base64") : pem(bytes);
}
