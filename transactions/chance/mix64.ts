import { add64, multiply64, shiftRight64, type Uint64, xor64 } from './uint64.js';

/** 2^64 divided by the golden ratio: the step between SplitMix64 states. */
const GOLDEN_STEP: Uint64 = { high: 0x9e3779b9, low: 0x7f4a7c15 };
const FIRST_FACTOR: Uint64 = { high: 0xbf58476d, low: 0x1ce4e5b9 };
const SECOND_FACTOR: Uint64 = { high: 0x94d049bb, low: 0x133111eb };

/** Returns the next state of a SplitMix64 sequence (Steele, Lea and Flood, OOPSLA 2014). */
export function nextSplitMixState(state: Uint64): Uint64 {
  return add64(state, GOLDEN_STEP);
}

/** Applies the output function of SplitMix64, a bijection in which each input bit flips about half the output bits. */
export function mix64(value: Uint64): Uint64 {
  const first = multiply64(xor64(value, shiftRight64(value, 30)), FIRST_FACTOR);
  const second = multiply64(xor64(first, shiftRight64(first, 27)), SECOND_FACTOR);
  return xor64(second, shiftRight64(second, 31));
}
