import type { Attempt } from "../../../src/journal/index.ts";
import type { Place, Wish } from "./actions.ts";
import type { Trouble } from "./troubles.ts";

/** Everything that can be seen of one order from outside. */
export interface World {
  /** The certificates that the service has issued for it, beginning with the one from before. */
  readonly issued: readonly string[];
  /** Requests for a reissue that have reached the service. */
  readonly requests: number;
  /** What the journal knows. */
  readonly attempts: readonly Attempt[];
  /** What the states know. */
  readonly stored: Readonly<Record<Place, Stored | undefined>>;
}

export interface Stored {
  readonly certificate: string | null;
  readonly previous: string | null;
  readonly attempt: string | null;
  readonly outcome: string;
  /** Undefined after an import. */
  readonly wish: Wish | undefined;
  readonly tainted: boolean;
}

/** What stands in the configuration of a place. */
export interface Written {
  readonly wish: Wish;
  /** The argument `resolve`: what became of an attempt. Null: it did not happen. */
  readonly resolve?: { readonly attempt: string; readonly certificate: string | null } | undefined;
}

export interface Ending {
  readonly how: "well" | "refused" | "killed";
  /** What whoever asked has got to read. */
  readonly text: string;
  /**
   * What is left to do after an apply that ended well, as a plan says that is made right after it, without a refresh and,
   * unless the apply was without one, with it.
   */
  readonly left?: string | undefined;
}

export interface ApplyOptions {
  readonly replace: boolean;
  readonly refresh: boolean;
  readonly trouble?: Trouble | undefined;
}

/** Those who carry actions out. */
export interface Hands extends AsyncDisposable {
  /** Turns to an order that nobody has touched, with an empty journal and no states. */
  begin(): Promise<void>;
  look(): Promise<World>;
  apply(place: Place, written: Written, options: ApplyOptions): Promise<Ending>;
  refresh(place: Place, written: Written): Promise<Ending>;
  destroy(place: Place, written: Written): Promise<Ending>;
  import(place: Place, written: Written, certificate: string): Promise<Ending>;
  edit(place: Place, how: "state rm" | "taint" | "untaint"): Promise<void>;
  reissue(trouble: Trouble | undefined): Promise<Ending>;
  resolve(attempt: string, certificate: string | null): Promise<Ending>;
}
