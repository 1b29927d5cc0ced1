/** Number of times that the memory word is read and added. */
const OUTER_ROUNDS = 20_000;

/** Number of xorshift (13, 17, 5) steps per read. */
const INNER_ROUNDS = 32;

const SEED = 0x1234567;

/** The value of the memory word. */
const ADDEND = 0x9e3779b9;

/**
 * The loop that both sides of P2 run. It sums the output of a xorshift generator, and adds a word from memory
 * after every 32 values. A step takes ten instructions on either machine.
 */
export const MIXING_LOOP = { OUTER_ROUNDS, INNER_ROUNDS, SEED, ADDEND } as const;

/** Computes the sum that the loop should produce, modulo 2^32. */
export function computeExpectedSum(): number {
  let x = SEED;
  let sum = 0;
  for (let outer = 0; outer < OUTER_ROUNDS; outer++) {
    for (let inner = 0; inner < INNER_ROUNDS; inner++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      sum = (sum + x) | 0;
    }
    sum = (sum + ADDEND) | 0;
  }
  return sum >>> 0;
}
