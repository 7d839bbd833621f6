import { isRecord, isSandboxName, longestAheadMs, parseJson } from "../../contract/index.ts";
import { readOwn } from "./own-file.ts";

/** The file that makes a folder a journal. The version is that of the folder's layout; each event has its own. */
export const markerName = "journal.json";

/** What the marker of a sandbox's journal says about the sandbox. */
export interface SandboxMark {
  /** The name of the simulated service. */
  readonly service: string;
  /** How far its clock is ahead of this machine's. */
  readonly clockAheadMs: number;
}

/** How a folder is laid out. */
export const layoutVersion = 1;

export function formatMarker(sandbox?: SandboxMark): string {
  return `${JSON.stringify({ journal: "certorder", version: layoutVersion, sandbox })}\n`;
}

/**
 * Undefined: there is no marker. Null: it does not name a sandbox, or it is wrong in any part. Such a journal has the machine's
 * clock: a clock that is wrong could make a renewal due, or an attempt look old.
 */
export function readSandboxMark(path: string): SandboxMark | null | undefined {
  try {
    return readMark(parseJson(readOwn(path)));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : null;
  }
}

/** Another layout may have its entries elsewhere. Without them, an order would look as if it was never reissued. */
export function isNewerLayout(path: string): boolean {
  try {
    const marker = parseJson(readOwn(path));
    return isRecord(marker) && Number(marker.version) > layoutVersion;
  } catch {
    return false;
  }
}

function readMark(marker: unknown): SandboxMark | null {
  if (!isRecord(marker) || !isRecord(marker.sandbox)) return null;
  const { service, clockAheadMs } = marker.sandbox;
  const isAhead = Number.isSafeInteger(clockAheadMs) && 0 <= Number(clockAheadMs);
  return isSandboxName(service) && isAhead && Number(clockAheadMs) <= longestAheadMs
    ? { service, clockAheadMs: Number(clockAheadMs) }
    : null;
}
