import { codeSpan } from "./clean-text.ts";

/** A table with one row. Empty cells are left out. All cells are Markdown. */
export function oneRowTable(cells: Readonly<Record<string, string>>): string {
  const shown = Object.entries(cells).filter(([, cell]) => cell !== "");
  const row = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  return [
    row(shown.map(([title]) => title)),
    row(shown.map(() => "---")),
    row(shown.map(([, cell]) => cell)),
  ].join("\n");
}

/** Quotes foreign text for a cell. A bar would begin the next cell, also inside a code span. */
export function codeCell(text: string): string {
  return codeSpan(text, 100).replaceAll("|", "\\|");
}

/** Makes links of the addresses of runs of this repository, which are in code spans. */
export function linkRuns(markdown: string, runUrl: string): string {
  const runs = runUrl.replace(/\d+$/, "");
  return markdown.replace(/`([^`]+)`/g, (span, text: string) =>
    text.startsWith(runs) && /^\d+(?:\/attempts\/\d+)?$/.test(text.slice(runs.length)) ? text : span,
  );
}

export function link(text: string, url: string): string {
  return `[${text}](${url})`;
}

export function formatMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
