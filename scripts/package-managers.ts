import packageJson from "../package.json" with { type: "json" };
import { version } from "../src/version.ts";
import { repositoryUrl } from "./npm-packages.ts";
import { archiveName, type ReleaseFile, sha256 } from "./release-files.ts";
import type { Platform } from "./runtimes.ts";

const download = (file: string) => `${repositoryUrl}/releases/download/v${version}/${file}`;
const description =
  "Reissue certificates at most once, and test callbacks: command line and Terraform provider";
const program = `terraform-provider-certorder_v${version}`;

/** What Homebrew, Scoop and winget want to know of a release. */
export function manifests(archives: readonly ReleaseFile[]): ReleaseFile[] {
  const checksum = (platform: Platform) => {
    const archive = archives.find(({ name }) => name === archiveName(platform));
    return archive && sha256(archive.data);
  };
  const windows = checksum("windows_amd64");
  const mac = checksum("darwin_arm64");
  return [
    ...(mac === undefined ? [] : [text("certorder.rb", homebrew(checksum))]),
    ...(windows === undefined ? [] : [text("certorder.json", scoop(windows)), ...winget(windows)]),
  ];
}

const text = (name: string, content: string): ReleaseFile => ({ name, data: Buffer.from(content) });

function homebrew(checksum: (platform: Platform) => string | undefined): string {
  const choice = (platform: Platform) =>
    `      url "${download(archiveName(platform))}"\n      sha256 "${checksum(platform)}"\n`;
  return `class Certorder < Formula
  desc "${description}"
  homepage "${repositoryUrl}"
  version "${version}"
  license "${packageJson.license}"

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
  const bucket = {
    version,
    description,
    homepage: repositoryUrl,
    license: packageJson.license,
    architecture: { "64bit": { url: download(archiveName("windows_amd64")), hash } },
    bin: [[`${program}.exe`, "certorder"]],
    checkver: "github",
  };
  return `${JSON.stringify(bucket, null, 2)}\n`;
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
        License: packageJson.license,
        ShortDescription: description,
        PackageUrl: repositoryUrl,
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
            InstallerUrl: download(archiveName("windows_amd64")),
            InstallerSha256: hash.toUpperCase(),
          },
        ],
        ManifestType: "installer",
        ...last,
      }),
    ),
  ];
}
