import { join } from "node:path";
import { canaries, encodings } from "../../harness/faults/canaries.ts";
import type { PartContext } from "../part.ts";
import type { Place } from "./search.ts";
import { toBytes } from "./search.ts";

/** What an interface of the product left behind: everything that a person or a program can read. */
export interface Leftovers {
  readonly places: readonly Place[];
  /** Places of a run without redaction, or with a secret put in on purpose. The search must find secrets there. */
  readonly control: readonly Place[];
  /** How often secrets stood where a schema lets them be stored, by attribute. They are no longer in the places. */
  readonly stored?: ReadonlyMap<string, number>;
  /** Where it was not as it has to be for the search to mean something. */
  readonly failures?: readonly string[];
}

export interface Interface {
  readonly name: string;
  look(conditions: PartContext): Promise<Leftovers>;
}

/** Not by `--import`, after which Node takes a program without an extension, such as the provider, for none. */
const preload = (file: string) => `--require=${join(import.meta.dirname, file)}`;

/** Takes the redaction out of a program. */
export const unredacted = { NODE_OPTIONS: preload("unredacted.ts") } as const;

/** Texts that stand in none of the places, although what was tried leads to them. */
export function missingTexts(places: readonly Place[], words: readonly string[]): string[] {
  const texts = places.map(({ content }) => toBytes(content));
  return words
    .filter((word) => !texts.some((text) => text.includes(word)))
    .map((word) => `It was never said: ${word}`);
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

/** Makes the crash print a secret. */
export const crashWithSecret = { CRASH_NOTE: encodings.base64(canaries.authKey) } as const;
