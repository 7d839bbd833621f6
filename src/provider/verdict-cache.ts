import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CallbackVerdict } from "../contract/index.ts";
import type { ProviderData } from "./provider-data.ts";

/** A stored result of a callback test. */
export interface RememberedVerdict {
  readonly verdict: CallbackVerdict;
  readonly code: string;
  readonly hint: string;
  readonly duration_ms: number;
  readonly tested_at: string;
}

const cacheFile = (folder: string, key: string) => join(folder, `callback-${key}.json`);

/** The last verdict, if it is not older than the interval. A file that cannot be read counts as none. */
export async function lastVerdict(
  { folder, now }: ProviderData,
  key: string,
  intervalMs: number,
): Promise<RememberedVerdict | undefined> {
  if (folder === undefined || intervalMs <= 0) return undefined;
  try {
    const kept = JSON.parse(await readFile(cacheFile(folder, key), "utf8")) as RememberedVerdict;
    const age = now().getTime() - Date.parse(kept.tested_at);
    return age >= 0 && age < intervalMs && typeof kept.verdict === "string" ? kept : undefined;
  } catch {
    return undefined;
  }
}

export async function rememberVerdict(
  { folder }: ProviderData,
  key: string,
  verdict: RememberedVerdict,
): Promise<void> {
  if (folder === undefined) return;
  const file = cacheFile(folder, key);
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, JSON.stringify(verdict), { mode: 0o600 });
    await rename(draft, file);
  } catch {
    // A verdict that is not stored only means that the next read tests again.
  }
}
