import { AssertionError } from 'node:assert';

/**
 * Called with each claim that does not hold. If the listener does not throw, the unit continues as if nothing had
 * happened.
 */
export type ClaimListener = (claim: string) => void;

/** The listener for the current run, if its device is deliberately broken. */
let listener: ClaimListener | undefined;

/**
 * Asserts an invariant of a unit's own bookkeeping that holds in every correct device. Assertions are enabled in every
 * run. Anything that units pass to each other is checked on both sides, and counters are checked both where they
 * increment and where they decrement. For example, `assert(this.used > 0, 'only granted space can be returned')`
 * precedes `this.used--`. In a device with faults, the claim is reported and the unit continues as hardware would,
 * since hardware has no assertions.
 *
 * @throws AssertionError with the claim if it does not hold and there is no listener; the test then ends in a testbench
 * error.
 */
export function assert(holds: boolean, claim: string): asserts holds {
  if (!holds) reportClaim(claim);
}

function reportClaim(claim: string): void {
  if (listener === undefined) throw new AssertionError({ message: claim, stackStartFn: assert });
  listener(claim);
}

/** Runs an action and reports failed assertions to a listener. Without a listener, failed assertions throw. */
export function withClaimListener<T>(receiver: ClaimListener | undefined, action: () => T): T {
  const previous = listener;
  listener = receiver;
  try {
    return action();
  } finally {
    listener = previous;
  }
}
