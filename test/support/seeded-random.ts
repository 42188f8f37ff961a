/** Returns a number from 0 up to, but not including, 1. The same seed gives the same sequence (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a whole number from 0 up to, but not including, `below`. */
export function below(random: Random, below: number): number {
  return Math.floor(random() * below);
}

/** Returns one of the choices. */
export function oneOf<T>(random: Random, choices: readonly T[]): T {
  return choices[below(random, choices.length)] as T;
}
