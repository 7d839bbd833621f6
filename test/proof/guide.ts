import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const path = join(import.meta.dirname, "..", "..", "docs", "reference", "proof.md");

export function writeGuide(section: string, text: string): void {
  const [begin, end] = [`<!-- counted by npm run proof: ${section} -->\n`, "<!-- end -->"];
  const guide = readFileSync(path, "utf8");
  const from = guide.indexOf(begin);
  if (from < 0) throw new Error(`The reference has no place for ${section}: ${begin}`);
  const to = guide.indexOf(end, from);
  writeFileSync(path, `${guide.slice(0, from + begin.length)}\n${text.trim()}\n\n${guide.slice(to)}`);
}
