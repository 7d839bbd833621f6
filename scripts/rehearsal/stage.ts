import { join } from "node:path";
import type { allTools } from "../tool-folder.ts";

/** The folders of a rehearsal. All stages work on the same. */
export class World {
  readonly folder: string;
  /** Whether executables are built for every platform, as a release has them, or for this machine's alone. */
  readonly allPlatforms: boolean;

  constructor(folder: string, { allPlatforms = false } = {}) {
    this.folder = folder;
    this.allPlatforms = allPlatforms;
  }

  /** The repository at the tag, in which the first job of the workflow builds. */
  get repository(): string {
    return join(this.folder, "repository");
  }

  /** Where the second job signs and publishes: `files` has all, `release` what people download. */
  get publishing(): string {
    return join(this.folder, "publishing");
  }

  get release(): string {
    return join(this.publishing, "release");
  }

  /** The outputs of the steps of the first job. */
  get outputs(): string {
    return join(this.folder, "outputs");
  }

  /** The public key of the signature. */
  get publicKey(): string {
    return join(this.folder, "key.asc");
  }
}

export interface Stage {
  readonly name: string;
  /** What it tries, for the table. */
  readonly tries: string;
  /** Later stages need what it makes. */
  readonly prepares?: true;
  /** `site`: what the site needs, in a folder of its own. */
  readonly tools?: readonly (keyof typeof allTools | "site")[];
  /** Throws what failed. Returns what it left out. */
  run(world: World): unknown;
}
