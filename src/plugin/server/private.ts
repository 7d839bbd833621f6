import type { PrivateData } from "../context.ts";
import { type CallDescription, type Diagnostic, providerBug } from "../diagnostics.ts";
import { parseJson } from "../values/json.ts";
import { ExactNumber } from "../values/number.ts";
import { isObjectLike } from "../values/value.ts";
import { ValueError } from "../values/value-error.ts";
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
    const json = parseJson(stored);
    if (!isObjectLike(json)) throw new ValueError("not an object");
    const entries = Object.entries(json).map(([key, value]) => [key, parseJson(fromBase64(value))] as const);
    return Object.fromEntries(entries.filter(([key]) => isOwnKey(key)));
  } catch (thrown) {
    if (!(thrown instanceof ValueError)) throw thrown;
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
    return { private: before, problems: [providerBug(doing, "the private data is not a plain object.")] };
  }
  const stored: Record<string, string> = Object.create(null);
  const problems: Diagnostic[] = [];
  for (const key of Object.keys(answered)) {
    const { text, problem } = isOwnKey(key) ? readValue(answered, key) : reserved;
    if (problem !== undefined) problems.push(providerBug(doing, `"${key}" of the private data ${problem}.`));
    else if (text !== undefined) stored[key] = Buffer.from(text).toString("base64");
  }
  const isEmpty = Object.keys(stored).length === 0;
  return { private: isEmpty ? new Uint8Array() : Buffer.from(JSON.stringify(stored)), problems };
}

interface ValueText {
  readonly text?: string;
  /** The end of a sentence. */
  readonly problem?: string;
}

const reserved: ValueText = { problem: "begins with a period, and such keys are reserved" };

function isOwnKey(key: string): boolean {
  return !key.startsWith(".");
}

function fromBase64(text: unknown): Uint8Array {
  const bytes = Buffer.from(String(text), "base64");
  if (bytes.toString("base64") !== text) throw new ValueError("not base64");
  return bytes;
}

/** The value of a key as JSON. Whatever the author's object does, the state that comes with it must not be lost. */
function readValue(answered: Readonly<Record<string, unknown>>, key: string): ValueText {
  try {
    const value = answered[key];
    return value === undefined ? {} : { text: toJson(value, []) };
  } catch (thrown) {
    return {
      problem: thrown instanceof ValueError ? `must be JSON, but has ${thrown.message}` : "cannot be read",
    };
  }
}

/** Unlike `JSON.stringify`, this refuses what would be stored as something else. `inside`: the objects around it. */
function toJson(value: unknown, inside: readonly object[]): string {
  if (value instanceof ExactNumber) return value.text;
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) {
    return JSON.stringify(value);
  }
  if (typeof value !== "object")
    throw new ValueError(value === undefined ? "undefined" : `a ${typeof value}`);
  if (inside.includes(value)) throw new ValueError("an object that contains itself");
  const around = [...inside, value];
  if (Array.isArray(value)) return `[${Array.from(value, (part) => toJson(part, around))}]`;
  if (!isObjectLike(value)) throw new ValueError("an object of a class");
  const parts = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}:${toJson(part, around)}`,
  );
  return `{${parts}}`;
}
