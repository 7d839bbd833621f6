import { isDeepStrictEqual } from "node:util";
import type { PrivateData } from "../context.ts";
import { type CallDescription, type Diagnostic, providerBug } from "../diagnostics.ts";
import { describeKind } from "../values/conform.ts";
import { isObjectLike } from "../values/value.ts";
import type { ProviderSession } from "./session.ts";

// Private data in the format of terraform-plugin-framework, so that a resource that was written in Go keeps its data: a
// JSON object with the JSON of each value in base64. Keys that begin with a period belong to that framework.

/** Reads stored private data. Data in another format, such as that of terraform-plugin-sdk, must not fail a call. */
export function readPrivate(
  { log }: ProviderSession,
  doing: CallDescription,
  stored: Uint8Array,
): PrivateData {
  if (stored.length === 0) return {};
  try {
    const entries = Object.entries<string>(parse(stored)).filter(([key]) => isOwnKey(key));
    return Object.fromEntries(entries.map(([key, value]) => [key, parse(Buffer.from(value, "base64"))]));
  } catch {
    log.debug(`${doing.text}: the private data has another format and counts as empty`);
    return {};
  }
}

interface WrittenPrivate {
  readonly private: Uint8Array;
  readonly problems: readonly Diagnostic[];
}

/** The private data to store. `before` stays if the answer has none. A value that cannot be stored is left out. */
export function writePrivate(doing: CallDescription, answered: unknown, before: Uint8Array): WrittenPrivate {
  if (answered === undefined) return { private: before, problems: [] };
  if (!isObjectLike(answered)) {
    const problem = `the private data must be a plain object, not ${describeKind(answered)}.`;
    return { private: before, problems: [providerBug(doing, problem)] };
  }
  const stored: Record<string, string> = Object.create(null);
  const problems: Diagnostic[] = [];
  for (const key of Object.keys(answered)) {
    const text = jsonText(answered, key);
    const problem = isOwnKey(key) ? "is not JSON" : "begins with a period, and such keys are reserved";
    if (text === undefined || !isOwnKey(key))
      problems.push(providerBug(doing, `"${key}" of the private data ${problem}.`));
    else if (text !== "") stored[key] = Buffer.from(text).toString("base64");
  }
  const isEmpty = Object.keys(stored).length === 0;
  return { private: isEmpty ? new Uint8Array() : Buffer.from(JSON.stringify(stored)), problems };
}

function isOwnKey(key: string): boolean {
  return !key.startsWith(".");
}

function parse(json: Uint8Array) {
  return JSON.parse(Buffer.from(json).toString());
}

/** The value of a key; empty for undefined, and undefined if JSON would make something else of it. */
function jsonText(answered: Readonly<Record<string, unknown>>, key: string): string | undefined {
  try {
    const value = answered[key];
    if (value === undefined) return "";
    const text = JSON.stringify(value);
    return isDeepStrictEqual(JSON.parse(text), value) ? text : undefined;
  } catch {
    return undefined;
  }
}
