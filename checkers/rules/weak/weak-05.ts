import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './required-outcome.js';

/** The bits of the collision argument that hold the wave's own id (S-017). */
const ID_MASK = 0x3ff;

const OUTCOME: WeakOutcome = {
  cell: 'litmus_id_wrap',
  isObserved: ({ results, getPolledId }) =>
    results.some((argument, thread) => argument !== -1 && getPolledId(thread) > (argument & ID_MASK)),
  missing: 'a window of ids that spans the wraparound',
  hint: 'Find out what delays waves while older ones have ids from before the wraparound.',
};

/**
 * Invariant: ids wrap around while waves from before the wraparound are in their sections, so an older wave may
 * have a larger id (S-033). This is not a memory litmus test but the boundary case of a ticket lock.
 */
export const WEAK_05: Rule = {
  id: 'WEAK-05',
  text: 'A wave with a small id can wait for an older one with a large id from before the wraparound.',
  severity: 'error',
  generations: WITH_WAVE_IDS,
  statements: ['S-018', 'S-033', 'S-035'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
