import { action } from "./action.ts";
import { build } from "./build.ts";
import { install } from "./install.ts";
import { npm } from "./npm.ts";
import { provider } from "./provider.ts";
import { sign } from "./sign.ts";
import { site } from "./site.ts";
import type { Stage } from "./stage.ts";
import { take } from "./take.ts";

/** In the order in which they run. */
export const stages: readonly Stage[] = [build, take, sign, npm, provider, install, action, site];

/** What no machine but GitHub's and the registries' own can try. */
export const neverRehearsed = [
  "the tests, which the workflow runs before it builds",
  "provenance by OIDC: npm publish --provenance, attest-build-provenance, gh attestation verify",
  "the release, and the major tag, that the workflow makes by GitHub's API",
  "GitHub's Marketplace",
  "what the registries of providers take in, and the keys that they hold",
  "notarization by Apple",
  "running on macOS and Windows",
];
