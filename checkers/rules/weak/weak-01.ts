import { WITH_GL1_BIT } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_gl1_line',
  isObserved: ({ results: [y, x] }) => y === 1 && x === 0,
  missing: 'a GL1 that keeps a line when a wave in another shader array stores to it',
  hint: 'Find out what evicts the line from GL1, or why GL1 does not serve the load.',
};

/**
 * Invariant: a load with GLC and without DLC (on GFX12, one with engine scope) bypasses only L0, so GL1 may serve it a
 * line cached before another array's store (S-100). This is MP with the line of x already cached: the reader sees the
 * new y and the old x.
 */
export const WEAK_01: Rule = {
  id: 'WEAK-01',
  text: 'A load with GLC and without DLC, or of engine scope, can be served by a stale GL1 line.',
  severity: 'error',
  generations: WITH_GL1_BIT,
  statements: ['S-100', 'S-102', 'P-098'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
