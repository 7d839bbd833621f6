/** One number that was measured or counted, and what it should be. */
export interface Finding {
  readonly what: string;
  readonly value: string;
  readonly aim: string;
  readonly met: boolean;
}

export function printFinding({ what, value, aim, met }: Finding, width = 64): void {
  console.log(`${met ? "✓" : "✗"} ${what.padEnd(width)}  ${value.padEnd(28)} aim: ${aim}`);
}

export function report(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ what }) => what.length));
  for (const finding of findings) printFinding(finding, width);
}
