import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { archiveName, ownManifest, sumsFile } from "../release-files.ts";
import { thisPlatform } from "../runtimes.ts";
import type { Stage, World } from "./stage.ts";
import { runStep } from "./workflow-step.ts";

const passphrase = "made for this rehearsal";

/** The workflow's own step, with a key made for this. */
export const sign: Stage = {
  name: "sign",
  tries: "the workflow's command with a throwaway key; signature and checksums",
  prepares: true,
  run(world) {
    for (const made of [world.publicKey, join(world.release, `${sumsFile}.sig`)])
      rmSync(made, { force: true });
    inKeyring((gpg) => {
      const secretly = ["--pinentry-mode", "loopback", "--passphrase", passphrase];
      gpg(...secretly, "--quick-generate-key", "Release <release@example.com>", "rsa2048", "sign", "never");
      writeFileSync(world.publicKey, gpg("--armor", "--export"));
      const GPG_PRIVATE_KEY = gpg(...secretly, "--armor", "--export-secret-keys");
      runStep(world, "Sign the checksums", {
        cwd: world.publishing,
        env: { GPG_PRIVATE_KEY, GPG_PASSPHRASE: passphrase },
      });
    });
    verifyRelease(world);
  },
};

/** What a careful person does before they use a release: SECURITY.md describes it. */
export function verifyRelease({ release, publicKey }: World): void {
  const sums = join(release, sumsFile);
  inKeyring((gpg) => {
    gpg("--import", publicKey);
    gpg("--verify", `${sums}.sig`, sums);
  });
  const { status, stdout, stderr } = spawnSync("sha256sum", ["--check", "--strict", "--quiet", sumsFile], {
    cwd: release,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The release is not what its checksums say.\n${stdout}${stderr}`);
  const listed = readFileSync(sums, "utf8");
  const archives = readdirSync(release).filter((name) => name.endsWith(".zip"));
  for (const name of [...archives, archiveName(thisPlatform()), ownManifest])
    if (!listed.includes(`  ${name}\n`)) throw new Error(`${sumsFile} does not list ${name}.`);
}

/** Gives gpg a home of its own, which is gone afterwards. */
function inKeyring(use: (gpg: (...args: string[]) => string) => void): void {
  const home = mkdtempSync(join(tmpdir(), "gpg-"));
  try {
    use((...args) => {
      const { status, stdout, stderr } = spawnSync("gpg", ["--batch", "--homedir", home, ...args], {
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`gpg refuses: ${stderr}`);
      return stdout;
    });
  } finally {
    spawnSync("gpgconf", ["--homedir", home, "--kill", "all"]);
    rmSync(home, { recursive: true, force: true });
  }
}
