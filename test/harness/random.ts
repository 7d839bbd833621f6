/** A source of chance that can be repeated by its seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number;
  /** One of them; there has to be one. */
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, and good enough to choose moments and actions by. The name keeps the parts of a run apart. */
export function randomFrom(seed: number, name = ""): Random {
  let state = seed >>> 0;
  for (const letter of name) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error("There is nothing to pick from.");
      return from[below(from.length)] as T;
    },
  };
}
