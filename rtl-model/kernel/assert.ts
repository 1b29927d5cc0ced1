import { AssertionError } from 'node:assert';

/**
 * States what always holds at a place of the model, faults or not: the unit's own bookkeeping, not what the device promises. It
 * stays on in every run. What one unit hands over is asserted there and where it arrives, and a count at both of its ends.
 * Example: `assert(this.used > 0, 'space that comes back was given')` ahead of `this.used--`.
 *
 * @throws AssertionError with the claim where it does not hold; the test ends as an error of the testbench.
 */
export function assert(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new AssertionError({ message: claim, stackStartFn: assert });
}
