/** The table of a summary, as names and cells. */
export function readTable(summary: string): Record<string, string> {
  const [names = [], , cells = []] = summary
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.slice(2, -2).split(" | "));
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
}
