/** One number that was measured or counted, and what it should be. */
export interface Finding {
  readonly what: string;
  readonly value: string;
  readonly aim: string;
  readonly met: boolean;
}

export function formatFinding({ what, value, aim, met }: Finding, width = 64): string {
  return `${met ? "✓" : "✗"} ${what.padEnd(width)}  ${value.padEnd(28)} aim: ${aim}`;
}

export function report(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ what }) => what.length));
  for (const finding of findings) console.log(formatFinding(finding, width));
}
