import { GENERATIONS } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_two_packers',
  isObserved: ({ results: [x] }) => x === 0,
  missing: 'packers that form waves and count exits independently of each other',
  hint: 'Find out what this packer is waiting for another packer to do.',
};

/**
 * Invariant: packers count their exits independently. A wave enters once the waves it overlaps on its own packer have
 * exited, regardless of older waves on other packers (S-088). This is IRIW with exits as writes: the waves of one
 * packer see exits before the other packer's older wave has stored.
 */
export const WEAK_06: Rule = {
  id: 'WEAK-06',
  text: 'A wave can enter its section once the waves it overlaps on its own packer have exited, even if an older wave on another packer is still in its section.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-033', 'S-088', 'P-059'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
