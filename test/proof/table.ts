type Rows = readonly (readonly (string | number)[])[];

/** A table for the guide. Columns of numbers stand to the right. */
export function markdown(
  [head = [], ...rows]: Rows,
  isNumber: (column: number) => boolean = () => false,
): string {
  const line = head.map((_, column) => (isNumber(column) ? "--:" : "---"));
  return [head, line, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
