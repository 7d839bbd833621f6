const toClear: (() => unknown)[] = [];

/** Runs after the test file, or when the process exits if no test file runs. */
export function atTheEnd(clear: () => unknown): void {
  toClear.push(clear);
}

/** What came last goes first: it may use what was there before. */
export async function cleanUp(): Promise<void> {
  for (const clear of toClear.splice(0).reverse()) await clear();
}

if (!process.env.VITEST)
  process.once("exit", () => {
    for (const clear of toClear.reverse()) clear();
  });
