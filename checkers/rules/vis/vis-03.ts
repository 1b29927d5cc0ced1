import { defineRule } from '../../kit.js';
import { checkStaleReads, type StaleReads } from './stale-reads.js';

const READS: StaleReads = {
  checkedAccesses: 'scalar-loads',
  usesDifferentBinding: true,
  countField: 'mixedWordCount',
  allowed: 'A read of WORD returns VALUE, the last value stored through any binding.',
};

/**
 * Invariant: like VIS-01, but for words last written through a different type of binding (buffer or image) or over a
 * different path (vector or scalar; S-087, S-107).
 */
export const VIS_03 = defineRule({
  id: 'VIS-03',
  text: 'Memory accessed through several bindings, or by vector and scalar paths, is coherent.',
  statements: ['S-087', 'S-107'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  unarmedReason: 'no scene that allows stale caches accessed ordered memory in more than one way',
  create: (ledgers, judge) => checkStaleReads(ledgers, judge, READS),
});
