import { version } from "../src/version.ts";
import { archiveOf, type ReleaseFile, sha256 } from "./release-files.ts";
import type { Platform } from "./runtimes.ts";

const home = "https://github.com/certorder/certorder";
const download = (file: string) => `${home}/releases/download/v${version}/${file}`;
const description =
  "Reissue certificates at most once, and test callbacks: command line and Terraform provider";
const program = `terraform-provider-certorder_v${version}`;

/** What Homebrew, Scoop and winget want to know of a release. */
export function manifests(archives: readonly ReleaseFile[]): ReleaseFile[] {
  const sumOf = (platform: Platform) => {
    const archive = archives.find(({ name }) => name === archiveOf(platform));
    return archive && sha256(archive.data);
  };
  const windows = sumOf("windows_amd64");
  const mac = sumOf("darwin_arm64");
  return [
    ...(mac === undefined ? [] : [text("certorder.rb", homebrew(sumOf))]),
    ...(windows === undefined ? [] : [text("certorder.json", scoop(windows)), ...winget(windows)]),
  ];
}

const text = (name: string, content: string): ReleaseFile => ({ name, data: Buffer.from(content) });

function homebrew(sumOf: (platform: Platform) => string | undefined): string {
  const choice = (platform: Platform) =>
    `      url "${download(archiveOf(platform))}"\n      sha256 "${sumOf(platform)}"\n`;
  return `class Certorder < Formula
  desc "${description}"
  homepage "${home}"
  version "${version}"
  license "MPL-2.0"

  on_macos do
    on_arm do
${choice("darwin_arm64")}    end
    on_intel do
${choice("darwin_amd64")}    end
  end
  on_linux do
    on_arm do
${choice("linux_arm64")}    end
    on_intel do
${choice("linux_amd64")}    end
  end

  def install
    mv "${program}", "certorder"
    libexec.install Dir["*"]
    bin.install_symlink libexec/"certorder"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/certorder --version")
  end
end
`;
}

function scoop(hash: string): string {
  const manifest = {
    version,
    description,
    homepage: home,
    license: "MPL-2.0",
    architecture: { "64bit": { url: download(archiveOf("windows_amd64")), hash } },
    bin: [[`${program}.exe`, "certorder"]],
    checkver: "github",
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function winget(hash: string): ReleaseFile[] {
  const common = { PackageIdentifier: "Certorder.Certorder", PackageVersion: version };
  const last = { ManifestVersion: "1.9.0" };
  const yaml = (fields: Readonly<Record<string, unknown>>) =>
    `${Object.entries(fields)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join("\n")}\n`;
  return [
    text(
      "Certorder.Certorder.yaml",
      yaml({ ...common, DefaultLocale: "en-US", ManifestType: "version", ...last }),
    ),
    text(
      "Certorder.Certorder.locale.en-US.yaml",
      yaml({
        ...common,
        PackageLocale: "en-US",
        Publisher: "certorder",
        PackageName: "certorder",
        License: "MPL-2.0",
        ShortDescription: description,
        PackageUrl: home,
        ManifestType: "defaultLocale",
        ...last,
      }),
    ),
    text(
      "Certorder.Certorder.installer.yaml",
      yaml({
        ...common,
        InstallerType: "zip",
        NestedInstallerType: "portable",
        NestedInstallerFiles: [{ RelativeFilePath: `${program}.exe`, PortableCommandAlias: "certorder" }],
        Installers: [
          {
            Architecture: "x64",
            InstallerUrl: download(archiveOf("windows_amd64")),
            InstallerSha256: hash.toUpperCase(),
          },
        ],
        ManifestType: "installer",
        ...last,
      }),
    ),
  ];
}
