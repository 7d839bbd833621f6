import { version } from "../version.ts";

/** The provider's source in a configuration. */
export const providerSource = "certorder/certorder";

/** A provider that executables are built of. */
export interface ExecutableProduct {
  readonly name: string;
  readonly version: string;
}

export const ownProduct: ExecutableProduct = { name: "certorder", version };

export function executableName(os: NodeJS.Platform, product = ownProduct): string {
  return `terraform-provider-${product.name}_v${product.version}${os === "win32" ? ".exe" : ""}`;
}

/** The file that a core starts. */
export const providerExecutable = executableName(process.platform);

/** This machine as Terraform names it. */
export function platform(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  return `${os}_${arch}`;
}

/** The scope of the npm packages with executables. */
export const platformScope = "@certorder";

/** The npm package with the executable for a platform, in npm's names. */
export function platformPackage(os: string, cpu: string): string {
  return `${platformScope}/${os}-${cpu}`;
}
