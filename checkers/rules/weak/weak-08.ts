import { STORES_STAY_IN_L0 } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { groupIntoPairs, requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_write_back',
  isObserved: ({ results }) => groupIntoPairs(results).some(([y, x]) => y === 1 && x === 0),
  missing: 'a store that is complete in L0 before it reaches L2',
  hint: "Find out why a store's counter is never decremented before L0 has written its bytes back.",
};

/**
 * Invariant: a store without GLC completes in L0, and its wait ends before its bytes are in L2 (S-100). This is
 * MP with waits between the two accesses of each wave: the reader sees the new y and the old x.
 */
export const WEAK_08: Rule = {
  id: 'WEAK-08',
  text: 'A store without GLC, or of narrow scope, may not have reached L2 even after its wave has waited for it.',
  severity: 'error',
  generations: STORES_STAY_IN_L0,
  statements: ['S-100', 'S-104', 'P-043'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
