import type { Schedule } from '../scenario.js';

const SEED_MASK = 0x7fffffffn;

/**
 * Returns the seed for a design's random choices in a test with the given schedule: the lowest 31 bits of the
 * schedule's seed, or 0 if it has none.
 */
export function getDesignSeed(schedule: Schedule): number {
  return 'seed' in schedule ? Number(BigInt(schedule.seed) & SEED_MASK) : 0;
}
