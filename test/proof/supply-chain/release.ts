import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { stepScript } from "../../../scripts/rehearsal/workflow-step.ts";
import { type Result, readText, type Tree } from "./check.ts";

const workflow = ".github/workflows/release.yml";

/** Where the release is that is looked at, and the folder in which the workflow would find it as `release`. */
export const releaseFolder = (folder: string) => join(folder, "checkout", "release");

/** What the workflow of a release does to the files, done to them. */
export function checkRelease(tree: Tree, folder: string): Result[] {
  const text = readText(tree, workflow);
  const target = releaseFolder(folder);
  const sums = readdirSync(target).find((name) => name.endsWith("_SHA256SUMS")) ?? "";
  return [
    { what: "release files without a checksum, or with a wrong one", problems: wrongSums(target, sums) },
    { what: "signatures of the checksums that gpg refuses", problems: signatureProblems(text, folder, sums) },
  ];
}

function wrongSums(target: string, sums: string): string[] {
  const { stdout, stderr } = spawnSync("sha256sum", ["--check", sums], { cwd: target, encoding: "utf8" });
  const lines = stdout.trim().split("\n");
  const files = readdirSync(target, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== sums)
    .map(({ name }) => `${name}: OK`);
  return [
    ...lines.filter((line) => !files.includes(line)),
    ...files.filter((line) => !lines.includes(line)),
    ...(stderr === "" ? [] : [stderr]),
  ];
}

/** Runs the workflow's own step with a key made for this. */
function signatureProblems(text: string, folder: string, sums: string): string[] {
  const home = join(folder, "gnupg");
  mkdirSync(home, { mode: 0o700 });
  const signed = join(releaseFolder(folder), sums);
  const passphrase = "made for this run";
  const gpg = (...args: string[]) =>
    spawnSync("gpg", ["--batch", "--homedir", home, ...args], { encoding: "utf8" });
  const secretly = ["--pinentry-mode", "loopback", "--passphrase", passphrase];
  try {
    gpg(...secretly, "--quick-generate-key", "Release <release@example.com>", "rsa2048", "sign", "never");
    const key = gpg(...secretly, "--armor", "--export-secret-keys").stdout;
    const step = spawnSync("bash", ["-e", "-o", "pipefail", "-c", stepScript(text, "Sign the checksums")], {
      cwd: join(folder, "checkout"),
      env: { ...process.env, GPG_PRIVATE_KEY: key, GPG_PASSPHRASE: passphrase },
      encoding: "utf8",
    });
    const found: string[] = [];
    if (step.status !== 0) found.push(`${workflow}: the step ended with ${step.status}: ${step.stderr}`);
    const verified = gpg("--verify", `${signed}.sig`, signed);
    if (verified.status !== 0) found.push(`${workflow}: ${verified.stderr}`);
    appendFileSync(signed, "\n");
    if (gpg("--verify", `${signed}.sig`, signed).status === 0)
      found.push("gpg takes checksums that were changed");
    return found;
  } finally {
    spawnSync("gpgconf", ["--homedir", home, "--kill", "all"]);
  }
}
