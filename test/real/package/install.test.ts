import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { archiveName, checksumFile, sha256, sumsFile } from "../../../scripts/release-files.ts";
import { thisPlatform } from "../../../scripts/runtimes.ts";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { zip } from "../../../scripts/zip.ts";
import { version } from "../../../src/version.ts";
import { inParallel } from "../../harness/in-parallel.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { install, installScript, ReleaseServer } from "../../harness/release-server.ts";

// The install script with a small program in the place of the executable. test/real/package/executable.test.ts installs the real one.

const archive = archiveName(thisPlatform());
const program = `#!/bin/sh\necho certorder ${version}\n`;
const packed = zip([
  { name: `terraform-provider-certorder_v${version}`, data: Buffer.from(program), mode: 0o755 },
]);
const archives = [{ name: archive, data: packed }];
const published = [...archives, checksumFile(archives)];

/** A folder with the programs that the script needs, and no gh. */
function programs(): string {
  const folder = newFolder("certorder-bin-");
  const names = "sh cat chmod curl ln mkdir mktemp mv rm sha256sum uname unzip".split(" ");
  for (const name of names) {
    const found = ["/usr/bin", "/bin"].map((where) => join(where, name)).find((path) => existsSync(path));
    if (found) symlinkSync(found, join(folder, name));
  }
  return folder;
}

/** A gh that notes its arguments, and says yes or no. */
function fakeGh(exit: number) {
  const folder = newFolder("certorder-gh-");
  const log = join(folder, "calls.txt");
  const script = `#!/bin/sh\necho "$@" >>'${log}'\necho "gh says something" >&2\nexit ${exit}\n`;
  writeFileSync(join(folder, "gh"), script, { mode: 0o755 });
  return { folder, calls: () => (existsSync(log) ? readFileSync(log, "utf8") : "") };
}

async function stage(...paths: string[]) {
  const release = await ReleaseServer.start(published);
  // Characters that a shell or unzip could read as a pattern.
  const home = join(newFolder("certorder-home-"), "a [b] *c");
  const temporary = join(newFolder("certorder-tmp-"), "d [e] *f");
  for (const folder of [home, temporary]) mkdirSync(folder);
  const path = [...paths, programs()].join(delimiter);
  const env = { PATH: path, HOME: home, TMPDIR: temporary, ...release.env };
  const left = () => [...readdirSync(home), ...readdirSync(temporary)];
  return { release, home, env, left };
}

/** Runs the script, which has to leave nothing behind. */
async function refuses(
  { env, left }: Awaited<ReturnType<typeof stage>>,
  more: NodeJS.ProcessEnv = {},
  script = installScript(),
) {
  const { exit, text } = await install({ ...env, ...more }, script);
  expect(exit, text).toBe(1);
  expect(left(), text).toEqual([]);
  return text;
}

describe("The install script", () => {
  test("installs the program, and says that without gh only the checksum was checked", async () => {
    const { env, home } = await stage();
    const { exit, text } = await install(env);
    expect(exit, text).toBe(0);
    expect(text).toContain("Only the checksum was checked");
    expect(text).toContain(`certorder ${version}`);
    expect(readFileSync(join(home, ".local", "bin", "certorder"), "utf8")).toBe(program);
    expect(readdirSync(join(home, ".local", "share", "certorder"))).toEqual([version]);
    expect(readdirSync(env.TMPDIR)).toEqual([]);
    expect(await install(env)).toMatchObject({ exit: 0 });
  });

  test("lets no other user replace what it installs, whatever the umask is", async () => {
    const { env, home } = await stage();
    expect(await install(env, `umask 000\n${installScript()}`)).toMatchObject({ exit: 0 });
    const installed = join(home, ".local");
    const all = [
      installed,
      ...readdirSync(installed, { recursive: true }).map((name) => join(installed, `${name}`)),
    ];
    expect(all.length).toBeGreaterThan(5);
    // A link has no mode of its own.
    const open = all.filter((path) => !lstatSync(path).isSymbolicLink() && statSync(path).mode & 0o022);
    expect(open).toEqual([]);
  });

  test("takes an address with a slash at its end, and no arguments", async () => {
    const staged = await stage();
    expect(await refuses(staged, {}, `set -- --help\n${installScript()}`)).toContain("it takes no arguments");
    const { env, release } = staged;
    expect(await install({ ...env, CERTORDER_RELEASE: `${release.url}/` })).toMatchObject({ exit: 0 });
  });

  test("asks gh to confirm the archive, and installs nothing if gh does not", async () => {
    const [yes, no] = [fakeGh(0), fakeGh(1)];
    const confirmed = await stage(yes.folder);
    const said = expect.stringContaining("gh confirms");
    expect(await install(confirmed.env)).toMatchObject({ exit: 0, text: said });
    expect(yes.calls()).toMatch(
      /^attestation verify \S.*\.zip --repo certorder\/certorder --signer-workflow certorder\/certorder\/\.github\/workflows\/release\.yml\n$/,
    );
    expect(existsSync(join(confirmed.home, ".local", "bin", "certorder"))).toBe(true);
    expect(await refuses(await stage(no.folder))).toMatch(/gh says something.*gh auth login/s);
  });

  test("leaves gh out with CERTORDER_ATTESTATION=skip, and says so", async () => {
    const gh = fakeGh(1);
    const { env } = await stage(gh.folder);
    const said = expect.stringContaining("Only the checksum was checked");
    expect(await install({ ...env, CERTORDER_ATTESTATION: "skip" })).toMatchObject({ exit: 0, text: said });
    expect(gh.calls()).toBe("");
  });

  test("installs nothing if the checksum is wrong, missing, listed twice or of another name", async () => {
    const staged = await stage();
    const { files } = staged.release;
    files.set(archive, Buffer.concat([packed, Buffer.from("more")]));
    expect(await refuses(staged)).toContain("the checksum of");
    files.set(archive, packed);
    const sum = sha256(packed);
    for (const sums of [
      "",
      `${sum}  ${archive.replaceAll(".", "x")}\n`,
      `${sum}  ./${archive}\n`,
      `${sum}  ${archive}\n${"0".repeat(64)}  ${archive}\n`,
    ]) {
      files.set(sumsFile, Buffer.from(sums));
      expect(await refuses(staged)).toMatch(/no checksum|the checksum of/);
    }
  });

  test("fetches nothing over http, neither by its address nor by a redirection", async () => {
    const staged = await stage();
    const { release } = staged;
    expect(await refuses(staged, { CERTORDER_RELEASE: release.plainUrl })).toContain("https://");
    release.redirect = release.plainUrl;
    expect(await refuses(staged)).toContain("could not be fetched");
    expect(release.asked).toEqual([`https ${sumsFile}`]);
  });

  test("follows a redirection to https, as a release has it", async () => {
    const { release, env } = await stage();
    const other = await ReleaseServer.start(published);
    release.redirect = other.url;
    const both = join(newFolder("certorder-authority-"), "both.pem");
    const authorities = [release, other].map(({ env }) => readFileSync(env.CURL_CA_BUNDLE ?? "", "utf8"));
    writeFileSync(both, authorities.join("\n"));
    expect(await install({ ...env, CURL_CA_BUNDLE: both })).toMatchObject({ exit: 0 });
  });

  test("installs nothing from a server that curl does not trust, whatever .curlrc says", async () => {
    const { env, home } = await stage();
    writeFileSync(join(home, ".curlrc"), "insecure\n");
    expect(await install({ ...env, CURL_CA_BUNDLE: undefined })).toMatchObject({ exit: 1 });
    expect(readdirSync(home)).toEqual([".curlrc"]);
  });

  test("does nothing if it was cut off anywhere", async () => {
    const { release, env, left } = await stage();
    const script = installScript();
    const end = script.lastIndexOf("main");
    expect(script.slice(end)).toBe("main\n");
    const step = 61;
    const cuts = [1, 2, 3, ...Array.from({ length: Math.ceil(end / step) }, (_, index) => -index * step)];
    await inParallel(2, cuts.length, async (index) => {
      await install(env, script.slice(0, end + (cuts[index] ?? 0)));
    });
    expect(release.asked).toEqual([]);
    expect(left()).toEqual([]);
  });

  test("has nothing that ShellCheck objects to", () => {
    const args = ["--shell=sh", "--enable=all", "--exclude=SC2250,SC2310,SC2312", "-"];
    const checked = spawnSync(toolPath("shellcheck"), args, { input: installScript(), encoding: "utf8" });
    expect(checked).toMatchObject({ status: 0, stdout: "" });
  });
});
