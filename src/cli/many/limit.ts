/** The places of `--limit`. A row holds one until it is known whether its request counts. */
export class Limit {
  #free: number;
  #held = 0;
  #settled = Promise.withResolvers<void>();

  constructor(places = Number.POSITIVE_INFINITY) {
    this.#free = places;
  }

  /** Waits while a row that holds a place may give it back. Resolves to whether there is one. */
  async take(): Promise<boolean> {
    while (this.#free === 0 && this.#held > 0) await this.#settled.promise;
    if (this.#free === 0) return false;
    this.#free--;
    this.#held++;
    return true;
  }

  /** Uses the place up if the request counts, else gives it back. */
  settle(counts: boolean): void {
    this.#held--;
    if (!counts) this.#free++;
    this.#settled.resolve();
    this.#settled = Promise.withResolvers();
  }
}
