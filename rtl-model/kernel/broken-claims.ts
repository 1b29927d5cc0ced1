import { assert, withClaimListener } from './assert.js';

/** A violation of an invariant that holds in every correct device. */
export interface InvariantViolation {
  /** The claim, on one line. */
  readonly claim: string;
  readonly cycle: number;
  /**
   * The error that was thrown, if the device could not continue. In that case, the run ends without reporting
   * `quiesced`.
   */
  readonly error?: unknown;
}

/**
 * Runs a device and, if it is deliberately broken, reports the claims it violates. Returns `broken` if the device could
 * not continue.
 *
 * @param onViolation the listener for a deliberately broken device. If it is absent, violated claims throw.
 * @param getCycle returns the device's current cycle.
 */
export function reportViolations<T>(
  onViolation: ((violation: InvariantViolation) => void) | undefined,
  getCycle: () => number,
  run: () => T,
): T | 'broken' {
  if (onViolation === undefined) return withClaimListener(undefined, run);
  try {
    return withClaimListener((claim) => onViolation({ claim, cycle: getCycle() }), run);
  } catch (error) {
    const claim = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const cycle = getCycle();
    assert(cycle >= 0, 'the cycle at which the device stopped must be valid');
    onViolation({ claim, cycle, error });
    return 'broken';
  }
}
