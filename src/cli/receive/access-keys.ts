import { readFileSync, statSync } from "node:fs";

/** One key on each line. */
export function parseAccessKeys(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((key) => key.trim())
    .filter((key) => key !== "");
}

/** A control character, or what is left of bytes that are not UTF-8. No header has such a key, so no callback could match it. */
const notInHeaders = /[^\P{Cc}\t]|\uFFFD/u;

export function isUsableKey(key: string): boolean {
  return !notInHeaders.test(key);
}

/** Throws if the file has no key, or one that cannot be used. */
export function readAccessKeys(file: string): string[] {
  const keys = parseAccessKeys(readFileSync(file, "utf8"));
  if (keys.length === 0) throw new Error("The file has no key.");
  if (!keys.every(isUsableKey)) throw new Error("The file is not a text file with keys.");
  return keys;
}

const shortestGoodKey = 16;

/** What a person should correct about the secrets of a receiver. */
export function secretWarnings(accessKeys: readonly string[], files: readonly string[]): string[] {
  const isShort = accessKeys.some((key) => key.length < shortestGoodKey);
  return [
    ...(isShort
      ? [
          `An access key has fewer than ${shortestGoodKey} characters. Use a longer one: a short key can be guessed.`,
        ]
      : []),
    ...files
      .filter(canOthersRead)
      .map((file) => `Other users of this machine may read ${file}. Run: chmod o-r ${file}`),
  ];
}

function canOthersRead(file: string): boolean {
  // Windows has no such rights.
  if (process.platform === "win32") return false;
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & 0o004) !== 0;
}
