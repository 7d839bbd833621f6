/** Runs something so many times, some at once; each run is told which one it is. */
export async function inParallel(
  atOnce: number,
  count: number,
  run: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await run(next++);
    }),
  );
}
