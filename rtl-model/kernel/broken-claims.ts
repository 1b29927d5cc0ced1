import { assert, tellingClaims } from './assert.js';

/** Something that holds in every correct device and did not in this one. */
export interface BrokenClaim {
  /** The claim in one line. */
  readonly claim: string;
  readonly cycle: number;
  /** What was thrown, where the device could not go on; the run ended there, without `quiesced`. */
  readonly error?: unknown;
}

/**
 * Runs a device; of one that is broken on purpose, tells what breaks. Where it cannot go on, the result is `broken`.
 *
 * @param told of a device broken on purpose; absent, what breaks is thrown.
 * @param cycleNow cycle of the device.
 */
export function tellingBroken<T>(
  told: ((broken: BrokenClaim) => void) | undefined,
  cycleNow: () => number,
  run: () => T,
): T | 'broken' {
  if (told === undefined) return tellingClaims(undefined, run);
  try {
    return tellingClaims((claim) => told({ claim, cycle: cycleNow() }), run);
  } catch (error) {
    const claim = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const cycle = cycleNow();
    assert(cycle >= 0, 'a device breaks off in a cycle');
    told({ claim, cycle, error });
    return 'broken';
  }
}
