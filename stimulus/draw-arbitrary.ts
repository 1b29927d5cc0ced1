import fc from 'fast-check';
import type { RandomStream } from '../transactions/index.js';

/**
 * One value of an arbitrary of fast-check, from the test's own stream of chance: every value as likely as its arbitrary
 * makes it, whatever the stream was used for before.
 */
export function drawArbitrary<T>(arbitrary: fc.Arbitrary<T>, stream: RandomStream): T {
  const generator = {
    clone: () => generator,
    next: () => stream.nextUint32() | 0,
    getState: () => [],
  };
  const [value] = fc.sample(fc.noBias(arbitrary), { numRuns: 1, seed: 0, randomType: () => generator });
  return value;
}
