/** Runs something so many times, some at once. Each run gets its number. */
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
