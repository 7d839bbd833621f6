import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../durable-file.ts";
import { Journal } from "./journal.ts";
import { formatMarker, markerName, readSandboxMark } from "./stores/marker.ts";
import { unusable } from "./unavailable.ts";

/** The journal of a sandbox. */
export interface SandboxJournal {
  readonly journal: Journal;
  /** Sets how far its clock is ahead of this machine's, for all processes that use it. Throws if it is gone. */
  setClock(aheadMs: number): void;
}

/**
 * Creates the journal of a sandbox, or opens the one that this sandbox created before. Its marker names the sandbox. Only such a
 * journal can have another clock, and it takes no order of another service. So a clock that was moved never decides
 * about a real order. There is no other way to mark a journal: no flag, no variable.
 */
export async function createSandboxJournal(folder: string, service: string): Promise<SandboxJournal> {
  const marker = join(folder, markerName);
  const journal = new Journal(folder);
  const mark = (clockAheadMs: number) => replaceFile(marker, formatMarker({ service, clockAheadMs }));
  const requireOwn = () => {
    if (readSandboxMark(marker)?.service !== service)
      throw unusable(journal.title, `it is not the journal of ${service}`, "Move the folder away.");
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length === 0) mark(0);
  requireOwn();
  await journal.init();
  return {
    journal,
    setClock(aheadMs) {
      requireOwn();
      mark(aheadMs);
    },
  };
}
