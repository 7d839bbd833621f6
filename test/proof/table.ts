type Rows = readonly (readonly (string | number)[])[];

/** Columns under one another, for a terminal. */
export function aligned(rows: Rows): string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => String(row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => String(cell).padEnd(widths?.[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** A table for the guide. Columns of numbers stand to the right. */
export function markdown(
  [head = [], ...rows]: Rows,
  isNumber: (column: number) => boolean = () => false,
): string {
  const line = head.map((_, column) => (isNumber(column) ? "--:" : "---"));
  return [head, line, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
