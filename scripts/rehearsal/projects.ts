import { version } from "../../src/version.ts";

/** A project as people have them, in an empty folder with a CSR. */
interface Project {
  readonly name: string;
  /** The page whose files it has. */
  readonly page?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** What a person types, who sees the shell blocks of the page. */
  script(...blocks: readonly string[]): string;
  /** What the page says to write in another way. */
  readonly instead?: readonly [string, string];
  readonly shows: readonly (string | RegExp)[];
}

const sandbox = `eval "$(npx certorder sandbox --receiver --background)"
trap 'kill "$CERTORDER_SANDBOX_PID"' EXIT
`;
const reissue = `{ signHash: "sha256", commonName: "www.example.com", dnsNames: ["www.example.com", "example.com"], csr }`;

const library = (name: string, script: Project["script"]): Project => ({
  name,
  page: "guides/library.md",
  script,
  shows: [/^The certificate is cert-/m],
});

const constructs = (framework: "cdktf" | "cdktn"): Project => ({
  name: framework,
  page: "guides/cdktf.md",
  instead: ["cdktn", framework],
  script: (install, use) => `${install}${sandbox}export TF_CLI_ARGS_apply=-auto-approve\n${use}`,
  shows: [/\(signed, key ID/, /Apply complete! Resources: [1-9]/],
});

export const projects: readonly Project[] = [
  library(
    "TypeScript",
    (install, use) => `${install}npm install --save-dev typescript @types/node
npx tsc --noEmit --strict --module nodenext --target es2024 --types node --allowImportingTsExtensions main.ts
${use}`,
  ),
  library(
    "JavaScript",
    (install) => `${install}${sandbox}npm install --save-dev esbuild
npx esbuild main.ts --bundle --platform=node --format=esm --packages=external --outfile=main.js
node main.js`,
  ),
  {
    name: "CommonJS",
    files: {
      "main.cjs": `
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { startSandbox } = require("certorder/sandbox");
(async () => {
  const { CertOrderClient } = await import("certorder");
  const { Journal } = await import("certorder/journal");
  const sandbox = await startSandbox({ httpsPort: false });
  const journal = new Journal(join(__dirname, "journal"));
  await journal.init();
  const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
  const csr = readFileSync("site.csr", "utf8");
  const { certificateId } = await client.reissue("order-ssl-1", ${reissue}, { idempotencyKey: "key" });
  console.log("The certificate is", certificateId);
  await sandbox.close();
})();`,
    },
    script: () => "npm init -y && npm install certorder\nnode --no-experimental-require-module main.cjs",
    shows: [/^The certificate is cert-/m],
  },
  constructs("cdktf"),
  constructs("cdktn"),
  {
    name: "a provider author",
    page: "plugin/write-a-provider.md",
    // The files are saved already, where the block would make a folder for them.
    script: (install, test) => `${install?.replace("mkdir notes && cd notes && ", "")}${test}`,
    shows: [/Tests +2 passed \(2\)/],
  },
  {
    name: "the command line",
    script: () => `npm init -y && npm install certorder
${sandbox}npx certorder version
npx certorder callback-test
for _ in first again; do
  npx certorder reissue order-ssl-1 --sign-hash sha256 --csr-file site.csr --common-name www.example.com \\
    --dns-names www.example.com,example.com --yes --idempotency-key ticket-1
done
npx certorder status
env -u TF_CLI_CONFIG_FILE npx certorder provider install --json`,
    shows: [`certorder ${version}`, "pass The callback answered", '"node": null'],
  },
];
