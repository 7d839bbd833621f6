import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { action } from "../../../scripts/rehearsal/action.ts";
import { build } from "../../../scripts/rehearsal/build.ts";
import { install } from "../../../scripts/rehearsal/install.ts";
import { provider } from "../../../scripts/rehearsal/provider.ts";
import { sign, verifyRelease } from "../../../scripts/rehearsal/sign.ts";
import { site } from "../../../scripts/rehearsal/site.ts";
import { World } from "../../../scripts/rehearsal/stage.ts";
import { take } from "../../../scripts/rehearsal/take.ts";
import { archiveName, ownManifest, sumsFile } from "../../../scripts/release-files.ts";
import { thisPlatform } from "../../../scripts/runtimes.ts";
import { version } from "../../../src/version.ts";
import { newFolder } from "../../harness/new-folder.ts";

// The stages of `npm run release -- rehearse` that need no registry of packages, and that they fail when a release is not what was built.

let whole: World;
beforeAll(async () => {
  whole = new World(newFolder("rehearsal-"));
  for (const stage of [build, take, sign]) await stage.run(whole);
});

test.each([provider, install, action, site])("The stage $name passes: $tries", async (stage) => {
  await stage.run(whole);
});

const archive = archiveName(thisPlatform());

/** The same release, of which each file can be replaced. */
function copied(): World {
  const folder = join(newFolder("rehearsal-"), "copy");
  execFileSync("cp", ["--archive", "--link", whole.folder, folder]);
  return new World(folder);
}

function replace(file: string, change: (file: string) => void): void {
  copyFileSync(file, `${file}.new`);
  renameSync(`${file}.new`, file);
  change(file);
}

const appendByte = (file: string) => replace(file, (copy) => appendFileSync(copy, "x"));

/** Signs whatever the checksums are. What follows the signing finds them wrong. */
async function signAgain(world: World): Promise<void> {
  await expect(async () => sign.run(world)).rejects.toThrow();
}

type Attempt = readonly [(world: World) => unknown, RegExp];
const verifying: (says: RegExp) => Attempt = (says) => [verifyRelease, says];
const taking: (says: RegExp) => Attempt = (says) => [take.run, says];
const initialising: (says: RegExp) => Attempt = (says) => [provider.run, says];
const installing: (says: RegExp) => Attempt = (says) => [install.run, says];

describe("A rehearsal fails", () => {
  test.each<readonly [string, (world: World) => unknown, readonly Attempt[]]>([
    [
      "if a package was changed between the jobs",
      ({ repository }) => appendByte(join(repository, "files", `certorder-${version}.tgz`)),
      [taking(/certorder-\S+\.tgz: FAILED/)],
    ],
    [
      "if a file and the list of digests were changed between the jobs",
      ({ repository }) => appendByte(join(repository, "files", "files.sha256")),
      [taking(/files\.sha256: FAILED/)],
    ],
    [
      "if a file was lost between the jobs",
      ({ repository }) => rmSync(join(repository, "files", ownManifest)),
      [taking(/manifest\.json: FAILED open or read/)],
    ],
    [
      "if the release has no archive for this machine",
      ({ release }) => rmSync(join(release, archive)),
      [
        verifying(/FAILED open or read/),
        initialising(/has no terraform-provider/),
        installing(/could not be fetched/),
      ],
    ],
    [
      "if the archive was changed after it was signed",
      ({ release }) => appendByte(join(release, archive)),
      [verifying(/zip: FAILED/), initialising(/checksum/), installing(/the checksum of .* should be/)],
    ],
    [
      "if a checksum is wrong, although it is signed",
      async (world) => {
        replace(join(world.release, sumsFile), (sums) =>
          writeFileSync(sums, readFileSync(sums, "utf8").replaceAll(/^[0-9a-f]{8}/gm, "01234567")),
        );
        await signAgain(world);
      },
      [verifying(/zip: FAILED/), initialising(/checksum/), installing(/the checksum of .* should be/)],
    ],
    [
      "if the checksums were changed after they were signed",
      ({ release }) => replace(join(release, sumsFile), (sums) => appendFileSync(sums, "\n")),
      [verifying(/BAD signature/), initialising(/signature/)],
    ],
    [
      "if another key signed",
      async (world) => {
        const { publicKey } = world;
        const trusted = readFileSync(publicKey);
        await sign.run(world);
        writeFileSync(publicKey, trusted);
      },
      [verifying(/No public key/), initialising(/signature/)],
    ],
    [
      "if there is no signature",
      ({ release }) => rmSync(join(release, `${sumsFile}.sig`)),
      [verifying(/\.sig/), initialising(/\.sig/)],
    ],
  ])("%s", async (_, change, attempts) => {
    const world = copied();
    await change(world);
    for (const [run, says] of attempts) await expect(async () => run(world)).rejects.toThrow(says);
  });
});
