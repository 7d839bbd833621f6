/** After this time a program no longer counts, so that one that hangs does not hold up other orders. */
const longestStayMs = 30_000;

/** Lets a number of programs run at once. Orders whose last try failed take at most half of the places. */
export class Slots {
  readonly #size: number;
  readonly #taken = { first: 0, again: 0 };
  readonly #waiting: { readonly isAgain: boolean; readonly start: () => void }[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Resolves when there is a place. Returns the function that leaves it, which may be called again. */
  async take(isAgain: boolean): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ isAgain, start: resolve });
    this.#startNext();
    await promise;
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      clearTimeout(leaving);
      this.#taken[isAgain ? "again" : "first"]--;
      this.#startNext();
    };
    const leaving = setTimeout(leave, longestStayMs).unref();
    return leave;
  }

  #startNext(): void {
    const { first, again } = this.#taken;
    if (first + again >= this.#size) return;
    const next = this.#waiting.findIndex(({ isAgain }) => !isAgain || again < this.#size / 2);
    const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (!waiting) return;
    this.#taken[waiting.isAgain ? "again" : "first"]++;
    waiting.start();
    this.#startNext();
  }
}
