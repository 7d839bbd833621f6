import { setTimeout as sleep } from "node:timers/promises";

/** The core starts the gates of one apply within this time. */
const gatherMs = 50;

/**
 * One test for all gates that ask for it before it begins. A test that has begun is not shared: what a gate waited
 * for, such as a deployment, may have changed the callback since then.
 */
export class SharedTests<T> {
  readonly #waiting = new Map<string, Promise<T>>();
  readonly #begun = new Map<string, Promise<unknown>>();

  run(key: string, test: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting;
    const begin = () => {
      this.#waiting.delete(key);
      const begun = test();
      this.#begun.set(key, begun);
      return begun;
    };
    const next = Promise.allSettled([sleep(gatherMs), this.#begun.get(key)]).then(begin);
    this.#waiting.set(key, next);
    return next;
  }
}
