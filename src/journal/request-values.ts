import { hash } from "node:crypto";
import {
  escapeUnprintable,
  type Field,
  fieldRef,
  join,
  type Paste,
  type Text,
  text,
  type Values,
} from "../contract/index.ts";
import { csrBytes, readCsr } from "../csr/index.ts";
import {
  canonical,
  differingParts,
  digestParts,
  requestDigest,
  requestParts,
  sortedTriggers,
} from "./request-digest.ts";

// The values of a request that a journal keeps beside the digest, so that a message about a difference can show them.

type Triggers = Readonly<Record<string, string>> | null;

/** What is known about a request. */
export interface RecordedRequest {
  /** Equal digests are the same request. Undefined if it is not known what was requested. */
  readonly requestDigest?: string | undefined;
  /** The public values of the request, by field, as texts for messages. Undefined if only the digest is known. */
  readonly requestValues?: Readonly<Record<string, string>> | undefined;
}

/** What a journal records of a request. */
export function recordRequest(orderId: string, values: Values, triggers: Triggers = {}) {
  return {
    requestDigest: requestDigest(orderId, values, triggers),
    requestValues: requestValues(values, triggers),
    validityDays: (values.validity_days ?? undefined) as number | undefined,
  };
}

/** The values that the contract lets a journal keep, in the spelling of the digest. A value that means the default is left out. */
export function requestValues(values: Values, triggers: Triggers = {}): Readonly<Record<string, string>> {
  const fields = requestParts.flatMap(([name, field]) => {
    const value = field.recorded && canonical(name, field, values[name]);
    return value === undefined ? [] : [[name, toText(field, value)] as const];
  });
  const entries = sortedTriggers(triggers ?? {});
  const all = entries ? [...fields, ["triggers", quote(Object.fromEntries(entries))] as const] : fields;
  const shown = Object.fromEntries(all.map(([name, value]) => [name, cut(value)]));
  const csr = typeof values.csr === "string" ? publicCsr(values.csr) : undefined;
  return csr === undefined ? shown : { ...shown, [wholeCsr]: csr };
}

/** Among the values, the whole CSR. To adopt a certificate, a person has to repeat its request. */
const wholeCsr = "csr_pem";

/** The CSR of a recorded request, as PEM. Undefined if it is not known. */
export function recordedCsr({ requestValues: values }: RecordedRequest): string | undefined {
  return values?.[wholeCsr];
}

/** The identifier of the attribute challengePassword in DER: the only secret that a CSR can have. */
const challengePassword = Buffer.from("06092a864886f70d010907", "hex");
/** A CSR with a large RSA key and a hundred names is shorter. */
const longestCsr = 16_384;

/** The CSR as PEM. Undefined if it has a secret, is too long for an entry, or cannot be read. */
function publicCsr(csr: string): string | undefined {
  try {
    const der = Buffer.from(csrBytes(csr));
    if (der.includes(challengePassword) || der.length > longestCsr) return undefined;
    const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
    return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join("\n")}\n-----END CERTIFICATE REQUEST-----\n`;
  } catch {
    return undefined;
  }
}

function toText({ recorded }: Field, value: unknown): string {
  return recorded === "public-key" ? fingerprint(String(value)) : quote(value);
}

function quote(value: unknown): string {
  return escapeUnprintable(JSON.stringify(value));
}

/** Two CSRs from one key have the same fingerprint. A CSR that cannot be read has that of its text. */
function fingerprint(csr: string): string {
  try {
    return `public key ${readCsr(csr).publicKeySha256.slice(0, 16)}`;
  } catch {
    return `unreadable CSR ${hash("sha256", csr).slice(0, 16)}`;
  }
}

/** The longest text that is kept of a value. A journal's entry must not grow with what a configuration writes. */
const longest = 300;

/** Texts that differ behind the cut are told apart by their hashes. */
function cut(value: string): string {
  if (value.length <= longest) return value;
  const sum = hash("sha256", value).slice(0, 8);
  return `${value.slice(0, longest)}… (${value.length} characters, SHA-256 ${sum})`;
}

/** A part in which a recorded request differs from the present one. */
export interface Difference {
  readonly part: string;
  /** Undefined: only the digests are known. A value that is undefined is not set. */
  readonly values?: { readonly there: string | undefined; readonly here: string | undefined } | undefined;
  /** Saves the CSR of the recorded request, so that it can be repeated. @internal */
  readonly save?: Paste | undefined;
}

/** The parts in which two requests differ: the recorded one there, the present one here. */
export function findDifferences(
  there: RecordedRequest & { readonly attemptId: string },
  here: RecordedRequest,
  {
    unknownParts = [],
    journalFlag,
  }: { readonly unknownParts?: readonly string[]; readonly journalFlag?: string | undefined } = {},
): Difference[] {
  const { attemptId } = there;
  const save: Paste | undefined =
    recordedCsr(there) === undefined ? undefined : { kind: "csr", attemptId, journalFlag };
  return differingParts(there.requestDigest, here.requestDigest)
    .filter((part) => !unknownParts.includes(part))
    .map((part) => {
      const [one, other] = [there.requestValues, here.requestValues];
      const values = one && other && { there: one[part], here: other[part] };
      // A field whose values no journal keeps has none on both sides.
      return values && (values.there ?? values.here) !== undefined
        ? { part, values, ...(part === "csr" && save && { save }) }
        : { part };
    });
}

/** Whether a message can show more than the names of the parts. */
export function hasValues(differences: readonly Difference[]): boolean {
  return differences.some(({ values }) => values !== undefined);
}

/** One indented line for each difference, such as `sign_hash: "sha384" there, "sha256" here`. Empty if no value is known. */
export function showDifferences(differences: readonly Difference[]): Text {
  if (!hasValues(differences)) return "";
  const lines = differences.map(({ part, values }) => text`    ${fieldRef(part)}: ${describeValues(values)}`);
  const all = text`The requests differ, there and here:\n\n${join(lines, "\n")}`;
  const save = differences.find((difference) => difference.save)?.save;
  return save ? text`${all}\n\nTo save the CSR of that request:\n\n    ${save}` : all;
}

function describeValues(values: Difference["values"]): string {
  if (!values) return "differs";
  const { there = "not set", here = "not set" } = values;
  return there === here ? `differs, with the same ${there}` : `${there} there, ${here} here`;
}

/** The names of the parts, as each interface writes them. */
export function nameParts(parts: readonly string[]): Text {
  return join(
    parts.map((name) => fieldRef(name)),
    ", ",
  );
}

/** The lines of a recorded request, in the order of the contract. */
export function listValues({ requestValues: values = {} }: RecordedRequest): string[] {
  return digestParts.flatMap((part) => (values[part] === undefined ? [] : [`${part}: ${values[part]}`]));
}
