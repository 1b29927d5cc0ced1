import type { RandomStream } from '../transactions/index.js';

/** One of these values, uniformly. */
export function pick<T>(stream: RandomStream, values: readonly T[]): T {
  return values[stream.below(values.length)];
}
