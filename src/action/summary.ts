import { quoted } from "./text.ts";

/** A table of one row in GitHub's Markdown. What is empty is left out. All cells are Markdown already. */
export function oneRow(cells: Readonly<Record<string, string>>): string {
  const shown = Object.entries(cells).filter(([, cell]) => cell !== "");
  const row = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  return [
    row(shown.map(([title]) => title)),
    row(shown.map(() => "---")),
    row(shown.map(([, cell]) => cell)),
  ].join("\n");
}

/** Text of others for a cell: a bar would begin the next one, also inside a code span. */
export function quotedCell(text: string): string {
  return quoted(text, 100).replaceAll("|", "\\|");
}

/** An address of GitHub's own. */
export function link(text: string, url: string): string {
  return `[${text}](${url})`;
}

export function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
