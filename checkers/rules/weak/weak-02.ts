import { WITH_WGP_MODE } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_sibling_l0',
  isObserved: ({ results: [y, x], getL0 }) => y === 1 && x === 0 && areSiblings(getL0(0), getL0(1)),
  missing: 'an L0 for each compute unit of a work-group processor',
  hint: "Find out what evicts the line from the wave's L0, or whether both compute units share one L0.",
};

/**
 * Invariant: each compute unit of a work-group processor has its own L0, which does not see the stores of the
 * other (P-095). This is MP with the line of x already cached: the reader sees the new y and the old x, and the two
 * waves ran on the two units of one processor.
 */
export const WEAK_02: Rule = {
  id: 'WEAK-02',
  text: 'A compute unit can read a stale line of its own L0 after a store from the other compute unit of its work-group processor.',
  severity: 'error',
  generations: WITH_WGP_MODE,
  statements: ['S-099', 'P-095', 'P-145'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};

/** Number of compute units per work-group processor. Their indices are consecutive (P-037). */
const UNITS_PER_PROCESSOR = 2;

/** Returns whether two different compute units share a work-group processor. An index of -1 means unknown. */
function areSiblings(a: number, b: number): boolean {
  return (
    a >= 0 && b >= 0 && a !== b && Math.floor(a / UNITS_PER_PROCESSOR) === Math.floor(b / UNITS_PER_PROCESSOR)
  );
}
