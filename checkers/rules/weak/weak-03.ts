import { GENERATIONS } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_late_store',
  isObserved: ({ results: [x] }) => x === 0,
  missing: "a delay between a store's issue and its effect",
  hint: 'Find out why the store is always performed before the scalar load, or why the load waits for it.',
};

/**
 * Invariant: a store takes effect some time after it is issued. Until the wave waits for it, its own scalar loads
 * may be performed first (S-083). This is CoWR with a second path to memory: the wave reads the old value despite
 * its own store.
 */
export const WEAK_03: Rule = {
  id: 'WEAK-03',
  text: 'A scalar load can miss an earlier store by its own wave if the wave has not waited for that store.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-083', 'S-086', 'P-154'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
