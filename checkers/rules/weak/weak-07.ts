import { GENERATIONS } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { groupIntoPairs, requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_scalar_order',
  isObserved: ({ results }) => groupIntoPairs(results).some(([y, x]) => y > x),
  missing: 'scalar loads that overtake each other',
  hint: 'Find out what keeps accesses on the scalar path in order.',
};

/**
 * Invariant: scalar loads return in any order, so only a wait for all of them is meaningful (S-086). This is MP
 * with reordered reads: two variables are incremented in turn. The load of y is issued first, but reads a larger
 * value than the load of x.
 */
export const WEAK_07: Rule = {
  id: 'WEAK-07',
  text: 'A scalar load can take effect before an older one of the same wave.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-086', 'P-154'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
