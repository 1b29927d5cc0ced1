import { defineRule } from '../../kit.js';
import { checkStaleReads, type StaleReads } from './stale-reads.js';

const READS: StaleReads = {
  checkedAccesses: 'vector-loads',
  usesDifferentBinding: false,
  countField: 'wordCount',
  allowed: 'A read of WORD returns VALUE, the last value stored.',
};

/**
 * Invariant: a read of ordered memory returns what L2 contains, or the value of a store that has not reached L2 yet, so
 * no cache serves a stale line (S-100, S-102, S-105). A violation is an error if the access requested coherence, the
 * wave had read the word coherently before (S-104) or stored it itself, or the scenario declares it coherent. Otherwise
 * it is a bug in the program and is reported only as a warning (S-097).
 */
export const VIS_01 = defineRule({
  id: 'VIS-01',
  text: 'No read of ordered memory is served by a stale cache line.',
  statements: ['S-094', 'S-097', 'S-098', 'S-100', 'S-102', 'S-104', 'S-105', 'X-014'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  create: (ledgers, judge) => checkStaleReads(ledgers, judge, READS),
});
