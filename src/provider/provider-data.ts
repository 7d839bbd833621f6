import type { CertOrderClient } from "../client/index.ts";
import type { Resolutions, Supersedes, Values } from "../contract/index.ts";
import type { Journal, ServiceRef } from "../journal/index.ts";
import type { CoreRun } from "./core-run.ts";

/** The configured provider, for its resources. */
export interface ProviderData {
  /** Undefined while a setting is not known yet: a plan may run before the resource that sets it. */
  readonly client: CertOrderClient<Journal> | undefined;
  /** The journal of the settings. In memory if none is known or wanted: then only states keep history. */
  readonly journal: Journal;
  readonly service: ServiceRef;
  /** The journal is on a disk that may not outlive the job. */
  readonly isShortLived: boolean;
  /** There is a journal. Without one, only states know open attempts. */
  readonly isRecorded: boolean;
  /** The folder with the last verdicts of callback tests. */
  readonly folder: string | undefined;
  /** Tests of the callback with equal keys are the same test. The key does not reveal the values. */
  readonly testKey: (values: Values) => string;
  readonly resolutions: Resolutions;
  readonly supersedes: Supersedes;
  readonly maxReissues: number;
  readonly run: CoreRun;
  readonly now: () => Date;
}
