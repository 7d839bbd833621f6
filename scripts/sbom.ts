/** `npm run sbom [FOLDER]`: what is in the npm package, the action and the provider for Node, each as a CycloneDX file. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../src/version.ts";
import { bundleAction } from "./action-bundle.ts";
import { billOfMaterials, type Product, runtimePackages } from "./bill-of-materials.ts";
import { bundledPackages } from "./bundled-packages.ts";
import { bundleProvider } from "./provider-bundle.ts";

const target = process.argv[2] ?? join(import.meta.dirname, "..", "build", "sbom");
mkdirSync(target, { recursive: true });
// Made once more: only the bundler knows what went into a bundle, and the same sources make the same bytes.
const bundles = mkdtempSync(join(tmpdir(), "certorder-sbom-"));
const sha256 = (...path: string[]) =>
  createHash("sha256")
    .update(readFileSync(join(bundles, ...path)))
    .digest("hex");
const write = (kind: string, product: Product, folders: readonly string[]) =>
  writeFileSync(join(target, `certorder_${version}_${kind}.cdx.json`), billOfMaterials(product, folders));

const inAction = bundledPackages(await bundleAction(join(bundles, "action")));
const inProvider = bundledPackages(await bundleProvider(join(bundles, "provider")));
const provider = "terraform-provider-certorder";
write(
  "npm",
  { type: "library", name: "certorder", version, purl: `pkg:npm/certorder@${version}` },
  runtimePackages(),
);
write(
  "action",
  {
    type: "application",
    name: "certorder-action",
    version,
    purl: `pkg:github/certorder/certorder@v${version}`,
    sha256: sha256("action", "index.js"),
  },
  inAction,
);
write(
  "provider",
  {
    type: "application",
    name: provider,
    version,
    purl: `pkg:generic/${provider}@${version}`,
    sha256: sha256("provider", "lib", "provider.cjs"),
  },
  inProvider,
);
rmSync(bundles, { recursive: true, force: true });
