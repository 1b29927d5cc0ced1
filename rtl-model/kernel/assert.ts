import { AssertionError } from 'node:assert';

/** Receives a claim that does not hold. It may throw; otherwise the unit continues unaffected. */
export type ClaimListener = (claim: string) => void;

/** For the current run, if its device is deliberately broken. */
let listener: ClaimListener | undefined;

/**
 * Asserts an invariant of every correct device, about the unit's own bookkeeping. Enabled in every run. A hand-over is asserted
 * in both units, and a counter at increment and decrement. Example: `assert(this.used > 0, 'returned space was granted')`
 * before `this.used--`. With faults the claim is reported and the unit continues, as hardware would: it has no assertions.
 *
 * @throws AssertionError with the claim if it does not hold and there is no listener; the test ends as a testbench error.
 */
export function assert(holds: boolean, claim: string): asserts holds {
  if (!holds) reportClaim(claim);
}

function reportClaim(claim: string): void {
  if (listener === undefined) throw new AssertionError({ message: claim, stackStartFn: assert });
  listener(claim);
}

/** Runs an action and sends its broken claims to a listener; without one they throw. */
export function withClaimListener<T>(receiver: ClaimListener | undefined, action: () => T): T {
  const before = listener;
  listener = receiver;
  try {
    return action();
  } finally {
    listener = before;
  }
}
