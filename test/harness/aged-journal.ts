import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatEvent, parseEvent } from "../../src/journal/event-format.ts";

/**
 * Moves all times in a journal's folder into the past, as if so much time had passed. A person can resolve an attempt as not
 * happened only 15 minutes after its deadline, and no test waits that long.
 */
export function ageJournal(folder: string, ms = 2 * 3_600_000): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".jsonl"))) {
    const path = join(folder, name);
    // Each byte is a character here, so that unreadable entries stay as they are.
    const lines = readFileSync(path, "latin1").split("\n");
    writeFileSync(path, lines.map((line) => aged(line, ms)).join("\n"), "latin1");
  }
}

function aged(bytes: string, ms: number): string {
  const event = parseEvent(Buffer.from(bytes, "latin1").toString(), 1);
  if (event.event === "unreadable") return bytes;
  const deadline = "deadline" in event ? { deadline: earlier(event.deadline, ms) } : {};
  const issuedAt = "issuedAt" in event ? { issuedAt: earlier(event.issuedAt ?? "", ms) } : {};
  const changed = { ...event, at: earlier(event.at, ms), ...deadline, ...issuedAt };
  return Buffer.from(formatEvent(changed)).toString("latin1");
}

function earlier(date: string, ms: number): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : new Date(time - ms).toISOString();
}
