import { GENERATIONS } from '../../../arch/index.js';
import type { Rule } from '../../evidence/rule/rule.js';
import { requireOutcome, type WeakOutcome } from './required-outcome.js';

const OUTCOME: WeakOutcome = {
  cell: 'litmus_scalar_line',
  isObserved: ({ results: [vector, scalar] }) => vector === 1 && scalar === 0,
  missing: 'a scalar cache that keeps lines when others store to them',
  hint: 'Find out what evicts the line from the scalar cache.',
};

/**
 * Invariant: the scalar cache keeps a line until it is invalidated, regardless of vector stores and loads
 * (S-105). This is CoRR with two paths to memory: the vector load reads the new value, and the later scalar load
 * the old one.
 */
export const WEAK_04: Rule = {
  id: 'WEAK-04',
  text: 'A scalar load can read a stale line of the scalar cache after a vector load of the same wave has read the new value.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-087', 'S-105', 'P-095'],
  litmus: OUTCOME,
  create: requireOutcome(OUTCOME),
};
