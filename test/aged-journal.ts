import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatLine, parseLine } from "../src/journal/line.ts";

/**
 * Makes all that a journal's folder holds older than it is, as if so much time had passed. "Not happened" may be said of
 * an attempt only a quarter of an hour after the last that waited for it, which no test has the time for.
 */
export function ageJournal(folder: string, ms = 2 * 3_600_000): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".jsonl"))) {
    const path = join(folder, name);
    // Each byte is a character here, so that what is damaged stays as it is.
    const lines = readFileSync(path, "latin1").split("\n");
    writeFileSync(path, lines.map((line) => aged(line, ms)).join("\n"), "latin1");
  }
}

function aged(bytes: string, ms: number): string {
  const line = parseLine(Buffer.from(bytes, "latin1").toString());
  if (line.event === "damaged") return bytes;
  const until = "until" in line ? { until: earlier(line.until, ms) } : {};
  return Buffer.from(formatLine({ ...line, at: earlier(line.at, ms), ...until })).toString("latin1");
}

function earlier(date: string, ms: number): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : new Date(time - ms).toISOString();
}
