import { assert, withClaimListener } from './assert.js';

/** An invariant of correct devices that a device has violated. */
export interface BrokenClaim {
  /** The claim, on one line. */
  readonly claim: string;
  readonly cycle: number;
  /** The error that was thrown, if the device could not continue. The run then ended without reporting `quiesced`. */
  readonly error?: unknown;
}

/**
 * Runs a device, reporting the claims it breaks if it is deliberately broken. Returns `broken` if the device could not
 * continue.
 *
 * @param onBroken the listener for a deliberately broken device. If it is absent, broken claims throw.
 * @param cycleNow returns the current cycle of the device.
 */
export function withBrokenClaimsReported<T>(
  onBroken: ((broken: BrokenClaim) => void) | undefined,
  cycleNow: () => number,
  run: () => T,
): T | 'broken' {
  if (onBroken === undefined) return withClaimListener(undefined, run);
  try {
    return withClaimListener((claim) => onBroken({ claim, cycle: cycleNow() }), run);
  } catch (error) {
    const claim = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const cycle = cycleNow();
    assert(cycle >= 0, 'a device stops at a valid cycle');
    onBroken({ claim, cycle, error });
    return 'broken';
  }
}
