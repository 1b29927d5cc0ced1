import type { RandomStream } from '../transactions/index.js';

/** Picks one of the values with equal probability. */
export function pick<T>(stream: RandomStream, values: readonly T[]): T {
  return values[stream.below(values.length)];
}
