import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './seen.js';

/** Collision argument bits with a wave's own id (S-017). */
const ID = 0x3ff;

const OUTCOME: WeakOutcome = {
  cell: 'litmus_id_wrap',
  isSeen: ({ results, polledOf }) =>
    results.some((argument, thread) => argument !== -1 && polledOf(thread) > (argument & ID)),
  missing: 'a window of ids that reaches across their wrap',
  hint: 'Find out what delays waves while older ones have ids from before the wrap.',
};

/**
 * Invariant: ids wrap while waves from before the wrap are in their sections, so an older wave's id may be the larger number
 * (S-033). Not a memory test form: the boundary of a ticket lock.
 */
export const WEAK_05: Rule = {
  id: 'WEAK-05',
  text: 'A wave with a small id can wait for an older one with a large id, from before the wrap.',
  severity: 'error',
  generations: WITH_WAVE_IDS,
  statements: ['S-018', 'S-033', 'S-035'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
