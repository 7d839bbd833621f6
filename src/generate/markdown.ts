/** The first line of a page that is generated completely. */
export const notice = "<!-- Written by npm run generate from the contract. Do not edit. -->";

/** A table in Markdown. A cell may hold anything but a line break. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function code(text: string | number): string {
  return `\`${text}\``;
}
