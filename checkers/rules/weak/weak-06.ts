import { GENERATIONS } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_two_packers',
  isObserved: ({ results: [x] }) => x === 0,
  missing: 'packers that form waves and count exits independently of each other',
  hint: 'Find out which event of another packer this packer waits for.',
};

/**
 * Invariant: packers count their exits independently. A wave enters once the waves of its packer that it
 * overlaps have exited, regardless of older waves in other packers (S-088). This is IRIW with exits as writes:
 * the waves of one packer see exits while the other packer's older wave has not stored yet.
 */
export const WEAK_06: Rule = {
  id: 'WEAK-06',
  text: 'A wave can enter its section after an exit of its packer while an older wave of another packer is still in its own.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-033', 'S-088', 'P-059'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
