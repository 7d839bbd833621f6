import { join } from "node:path";
import { canaries, encodings } from "../../harness/faults/canaries.ts";
import type { PartContext } from "../part.ts";
import type { Place } from "./search.ts";

export interface Interface {
  readonly name: string;
  /** Uses it in every way that could show a secret. */
  look(conditions: PartContext): Promise<Leftovers>;
}

interface Leftovers {
  /** Everything that a person or a program can read afterwards. */
  readonly places: readonly Place[];
  /** Places of a run without redaction, or with a secret put in on purpose. The search must find secrets there. */
  readonly control: readonly Place[];
  /** Where it was not as it has to be for the search to mean something. */
  readonly failures?: readonly string[];
}

/** Not by `--import`, after which Node takes a program without an extension, such as the provider, for none. */
const preload = (file: string) => `--require=${join(import.meta.dirname, file)}`;

export const unredacted = { NODE_OPTIONS: preload("unredacted.ts") } as const;

/** Texts that stand in none of the places, although what was tried leads to them. */
export function missingTexts(places: readonly Place[], texts: readonly string[]): string[] {
  return texts
    .filter((text) => !places.some(({ content }) => content.includes(text)))
    .map((text) => `It was never said: ${text}`);
}

const traces = "--trace-env --trace-warnings --trace-uncaught";

/** Node's own talk about what it does, as far as it can be switched on from outside. */
export const verboseNode = { NODE_DEBUG: "*", NODE_OPTIONS: traces } as const;

/** A crash in the middle of a request, with everything that Node tells about one. */
export function crashing(reports: string) {
  const report = `--report-uncaught-exception --report-on-fatalerror --report-directory=${reports}`;
  return {
    NODE_OPTIONS: `${preload("crash.ts")} ${report} ${traces}`,
    BUN_OPTIONS: `--preload=${join(import.meta.dirname, "crash.ts")}`,
  } as const;
}

export const crashWithSecret = { CRASH_NOTE: encodings.base64(canaries.authKey) } as const;
