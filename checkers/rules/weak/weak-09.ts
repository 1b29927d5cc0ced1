import { GENERATIONS } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_section_line',
  isObserved: ({ results: [x] }) => x === 0,
  missing: 'an L0 that keeps its lines while other waves exit and its own waves enter sections',
  hint: 'Find out why lines are evicted around exits and entries; only explicit invalidate instructions should do that.',
};

/**
 * Invariant: the interlock does not make anything visible. Data that a wave read into its L0 before its section may
 * still be served from there (S-097). This is MP with the exit as its flag: the overlapped wave has stored x and
 * exited, but the younger one still reads the old x.
 */
export const WEAK_09: Rule = {
  id: 'WEAK-09',
  text: 'A section can read a stale L0 line even though the overlapped wave has stored to it and exited.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-097', 'S-098', 'S-099'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
