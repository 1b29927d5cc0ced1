import { AssertionError } from 'node:assert';

/** Is told of the claim that does not hold. It may throw; otherwise the unit goes on as if nothing had been noticed. */
export type ClaimListener = (claim: string) => void;

/** Of the run in progress, where its device is broken on purpose. */
let listener: ClaimListener | undefined;

/**
 * Asserts what holds in every correct device: the unit's own bookkeeping. It stays on in every run. A hand-over is asserted in both
 * units, and a counter where it rises and where it falls. Example: `assert(this.used > 0, 'space that comes back was given')` before
 * `this.used--`. With faults the claim is told and the unit goes on, as hardware would: it has no assertions.
 *
 * @throws AssertionError with the claim if it does not hold, and no one listens; the test ends as an error of the testbench.
 */
export function assert(holds: boolean, claim: string): asserts holds {
  if (!holds) tell(claim);
}

function tell(claim: string): void {
  if (listener === undefined) throw new AssertionError({ message: claim, stackStartFn: assert });
  listener(claim);
}

/** Runs an action whose broken claims go to a listener; without one they throw. */
export function tellingClaims<T>(told: ClaimListener | undefined, action: () => T): T {
  const before = listener;
  listener = told;
  try {
    return action();
  } finally {
    listener = before;
  }
}
