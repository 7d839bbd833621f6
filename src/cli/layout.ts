/** Text in the columns of a terminal. */

/** Two columns. A long label, or every label on a narrow terminal, has a line of its own. */
export function rows(pairs: readonly (readonly [string, string])[], column: number, width: number): string[] {
  const isNarrow = width < 2 * column;
  const indent = " ".repeat(isNarrow ? 6 : column);
  return pairs.flatMap(([label, text]) => {
    const lines = wrapped(text, width - indent.length).map((line) => `${indent}${line}`);
    const left = `  ${label}`;
    if (isNarrow || left.length > column - 2) return [left, ...lines];
    const [first = "", ...following] = lines;
    return [`${left.padEnd(column)}${first.slice(column)}`, ...following];
  });
}

export function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 || lines.every((line) => line.trim() === "") ? [] : [title, ...lines];
}

export function sections(parts: readonly (readonly string[])[]): string {
  const shown = parts.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

export function wrapped(text: string, width: number): string[] {
  return filled(text.split(" "), width);
}

/** Puts as many parts on each line as fit. */
export function filled([first = "", ...parts]: readonly string[], width: number): string[] {
  const lines = [first];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`;
    if (longer.length > width) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
