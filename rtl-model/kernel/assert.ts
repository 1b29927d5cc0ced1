import { AssertionError } from 'node:assert';

/** Receives a claim that does not hold. It may throw; if it does not, the unit continues unaffected. */
export type ClaimListener = (claim: string) => void;

/** The listener of the current run, if its device is deliberately broken. */
let listener: ClaimListener | undefined;

/**
 * Asserts an invariant about a unit's own bookkeeping that holds in every correct device. Assertions are
 * enabled in every run. Anything passed between units is asserted on both sides, and a counter both where it
 * increments and where it decrements. For example, `assert(this.used > 0, 'only granted space can be returned')`
 * comes before `this.used--`. With faults, the claim is reported and the unit continues as hardware would,
 * since hardware has no assertions.
 *
 * @throws AssertionError with the claim if it does not hold and there is no listener; the test ends as a
 * testbench error.
 */
export function assert(holds: boolean, claim: string): asserts holds {
  if (!holds) reportClaim(claim);
}

function reportClaim(claim: string): void {
  if (listener === undefined) throw new AssertionError({ message: claim, stackStartFn: assert });
  listener(claim);
}

/** Runs an action and sends the claims it breaks to a listener. Without a listener, broken claims throw. */
export function withClaimListener<T>(receiver: ClaimListener | undefined, action: () => T): T {
  const before = listener;
  listener = receiver;
  try {
    return action();
  } finally {
    listener = before;
  }
}
