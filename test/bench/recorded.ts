/** The last recorded run: a line for each figure, `PART/NAME NUMBER`, sorted by name so that a change of one is a change of one line. */
export type Recorded = ReadonlyMap<string, number>;

export function parseRecorded(text: string): Recorded {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [name, number, ...rest] = line.split(" ");
      if (!name || !number || !(Number(number) > 0) || rest.length > 0)
        throw new Error(`A recorded figure is a name and a number, not: ${line}`);
      return [name, Number(number)];
    }),
  );
}

export function formatRecorded(recorded: Recorded): string {
  return [...recorded.keys()]
    .sort()
    .map((name) => `${name} ${formatNumber(recorded.get(name) ?? 0)}\n`)
    .join("");
}

/** What counts after a run: figures that were measured are replaced, and those that a part no longer has are gone. */
export function replaceFigures(
  recorded: Recorded,
  measured: Recorded,
  partsThatRanToTheirEnd: readonly string[],
): Recorded {
  const kept = [...recorded].filter(([name]) => !partsThatRanToTheirEnd.includes(name.split("/")[0] ?? ""));
  return new Map([...kept, ...measured]);
}

/** Three digits: the others are noise. */
export function formatNumber(number: number): string {
  return String(Number(number.toPrecision(3)));
}
