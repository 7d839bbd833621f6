import type { CertOrderClient } from "../client/index.ts";
import type { Resolutions, Supersedes } from "../contract/index.ts";
import type { Journal, ServiceRef } from "../journal/index.ts";
import type { RunState } from "./run-state.ts";

/** The provider, configured: what its resources work with. */
export interface ProviderData {
  /** Undefined while a setting is not known yet: a plan may come before what it depends on. */
  readonly client: CertOrderClient<Journal> | undefined;
  /** The journal of the settings. In memory if none is known or wanted: then only states remember. */
  readonly journal: Journal;
  readonly service: ServiceRef;
  /** The journal lies on a disk that may not outlive the job. */
  readonly isShortLived: boolean;
  /** A journal remembers open attempts. Else only states do. */
  readonly isRecorded: boolean;
  /** The folder that also has the last verdicts of callback tests. */
  readonly folder: string | undefined;
  readonly baseUrl: string | undefined;
  /** Tells the inputs of callback tests apart without giving them away. */
  readonly keyedHash: (text: string) => string;
  readonly resolutions: Resolutions;
  readonly supersedes: Supersedes;
  readonly maxReissues: number;
  readonly allowReissue: boolean;
  readonly run: RunState;
  readonly now: () => Date;
}
