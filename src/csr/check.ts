import type { Text, Values } from "../contract/index.ts";
import {
  checkReissue,
  comparableName,
  fieldRef,
  InputProblem,
  isAbsent,
  printable,
  text,
} from "../contract/index.ts";
import { CsrError } from "./error.ts";
import { type Csr, readCsr } from "./read.ts";

const smallestRsa = 2048;

/** Every problem of a reissue request that can be found without the service: the contract's rules and the CSR itself. */
export function checkReissueAndCsr(values: Values, now: Date): InputProblem[] {
  const problems = checkReissue(values, now);
  // If the contract's rules already report the CSR, it is not parsed.
  if (problems.some(({ contractName }) => contractName === "csr")) return problems;
  return [
    ...problems,
    ...checkText(values.csr, (csr) => [...checkRead(csr, values), ...checkPurpose(csr, values)]),
  ];
}

interface Beside {
  readonly common_name?: unknown;
  readonly dns_names?: unknown;
}

/**
 * Every problem of the CSR, and every difference between it and the requested names. The contract reports values of
 * the wrong kind.
 */
export function checkCsr(values: Beside & { readonly csr?: unknown }): InputProblem[] {
  return checkText(values.csr, (csr) => checkRead(csr, values));
}

function checkText(text: unknown, check: (csr: Csr) => InputProblem[]): InputProblem[] {
  if (typeof text !== "string") return [];
  let csr: Csr;
  try {
    csr = readCsr(text);
  } catch (error) {
    if (!(error instanceof CsrError)) throw error;
    return csrProblem("error", error.code, error.message, error.remedy);
  }
  return check(csr);
}

function checkRead(csr: Csr, values: Beside): InputProblem[] {
  return [
    ...checkSignature(csr),
    ...checkKey(csr),
    ...checkDuplicates(csr),
    ...checkCommonName(csr, values.common_name),
    ...checkRequestedNames(csr, values.common_name, values.dns_names),
  ];
}

function checkSignature({ signature }: Csr): InputProblem[] {
  // "not-checked" passes: the service decides about SM2 and algorithms that this reader does not know.
  if (signature.verified !== false) return [];
  return csrProblem(
    "error",
    "signature_invalid",
    "The CSR's signature does not match its contents and its key: it was changed after it was signed.",
    "Make a new CSR instead of editing one, or copy it again from the program that made it.",
  );
}

function checkKey({ key }: Csr): InputProblem[] {
  const isRsa = key.algorithm === "rsa" || key.algorithm === "rsa-pss";
  if (!isRsa || key.bits === undefined || key.bits >= smallestRsa) return [];
  return csrProblem(
    "warning",
    "weak_key",
    `The CSR's RSA key has ${key.bits} bits; public certificate authorities expect ${smallestRsa} or more.`,
    `Make a CSR from a new RSA key of at least ${smallestRsa} bits, or from an elliptic curve key.`,
  );
}

function checkDuplicates(csr: Csr): InputProblem[] {
  const repeated = [
    ...findRepeats(csr.dnsNames.map(comparableName)),
    ...findRepeats(csr.ipAddresses),
    ...findRepeats(csr.emailAddresses),
    ...findRepeats(csr.uris),
  ];
  if (repeated.length === 0) return [];
  return csrProblem(
    "warning",
    "duplicate",
    `The CSR's alternative names repeat ${list(repeated)}.`,
    "Make a CSR that has each name once.",
  );
}

/** With `dns_names`, the contract's own rule asks for a common name. */
function checkPurpose(csr: Csr, { common_name, dns_names }: Beside): InputProblem[] {
  const hasDnsNames = Array.isArray(dns_names) && dns_names.length > 0;
  if (csr.dnsNames.length === 0 || !isAbsent(common_name) || hasDnsNames) return [];
  return [
    new InputProblem(
      "common_name",
      "expected",
      text`The CSR asks for DNS names, as for an SSL certificate, but ${fieldRef("common_name")}, which those require, is not given.`,
      text`Give ${fieldRef("common_name")} if the order is for an SSL certificate.`,
      { severity: "warning" },
    ),
  ];
}

function checkCommonName(csr: Csr, commonName: unknown): InputProblem[] {
  if (!isGiven(commonName)) return [];
  const wanted = comparableName(commonName);
  const problem =
    csr.commonName !== undefined
      ? comparableName(csr.commonName) !== wanted && `has the common name ${showName(csr.commonName)}`
      : // Modern CSRs have no common name, only alternative names.
        !alternativeHosts(csr).has(wanted) && "has no common name, and no alternative name like it";
  if (!problem) return [];
  return csrProblem(
    "warning",
    "common_name_mismatch",
    text`The CSR ${problem}, but ${fieldRef("common_name")} is ${showName(commonName)}.`,
    text`Make a CSR with the requested common name, or correct ${fieldRef("common_name")}.`,
  );
}

function checkRequestedNames(csr: Csr, commonName: unknown, dnsNames: unknown): InputProblem[] {
  if (!isListOfStrings(dnsNames)) return [];
  const alternatives = alternativeHosts(csr);
  const commonNames = csr.subject
    .filter(({ name }) => name === "CN")
    .map(({ value }) => comparableName(value));
  const inCsr = new Set([...alternatives, ...commonNames]);
  const inRequest = new Set([...dnsNames, commonName].filter(isGiven).map(comparableName));

  // checkCommonName has compared common_name with the CSR's last common name.
  const toFind = new Set([
    ...alternatives,
    ...(isGiven(commonName) ? commonNames.slice(0, -1) : commonNames),
  ]);
  const onlyInCsr = [...toFind].filter((name) => !inRequest.has(name));
  const onlyInRequest = [...new Set(dnsNames.filter(isGiven).map(comparableName))].filter(
    (name) => !inCsr.has(name),
  );
  const differences = [
    onlyInCsr.length > 0 && `only in the CSR: ${list(onlyInCsr)}`,
    onlyInRequest.length > 0 && `only in the request: ${list(onlyInRequest)}`,
  ].filter((part) => part !== false);
  if (differences.length === 0) return [];
  return csrProblem(
    "warning",
    "names_mismatch",
    text`The CSR's names differ from ${fieldRef("common_name")} and ${fieldRef("dns_names")}: ${differences.join("; ")}.`,
    text`Make a CSR with exactly the requested names, or correct ${fieldRef("dns_names")}.`,
  );
}

/** The alternative names that dns_names can contain too. */
function alternativeHosts({ dnsNames, ipAddresses }: Csr): Set<string> {
  return new Set([...dnsNames.map(comparableName), ...ipAddresses]);
}

function findRepeats(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

function isGiven(name: unknown): name is string {
  return typeof name === "string" && name.trim() !== "";
}

function isListOfStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function csrProblem(
  severity: InputProblem["severity"],
  rule: string,
  message: Text,
  remedy: Text,
): InputProblem[] {
  return [new InputProblem("csr", rule, message, remedy, { severity })];
}

const longestShown = 80;
const mostShown = 10;

/** A name in a message. The author of the CSR chose it, so it may hold anything. */
function showName(name: string): string {
  const characters = [...printable(name)];
  const shown =
    characters.length > longestShown ? `${characters.slice(0, longestShown).join("")}…` : characters.join("");
  return `"${shown}"`;
}

function list(names: readonly string[]): string {
  const more = names.length - mostShown;
  return names.slice(0, mostShown).map(showName).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
