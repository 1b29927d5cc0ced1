import { AssertionError } from 'node:assert';

/**
 * Asserts what always holds, with or without faults: the unit's own bookkeeping, not what the device promises. It
 * stays on in every run. A hand-over is asserted in both units, and a counter where it rises and where it falls.
 * Example: `assert(this.used > 0, 'space that comes back was given')` before `this.used--`.
 *
 * @throws AssertionError with the claim if it does not hold; the test ends as an error of the testbench.
 */
export function assert(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new AssertionError({ message: claim, stackStartFn: assert });
}
