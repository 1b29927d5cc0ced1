import { type Judge, type Ledgers, mergeHandlers, type RuleCheck } from '../../kit.js';
import { type CheckedAccesses, checkMissingBits } from './missing-bits.js';
import { describeStaleRead } from './stale-finding.js';

/**
 * Selects the reads that a rule checks: reads of words last written through the same binding (VIS-01), or through a
 * different one (VIS-03).
 */
export interface StaleReads {
  /** The loads whose coherence bits the rule checks. */
  readonly checkedAccesses: CheckedAccesses;
  /** Whether the last write used a different binding. */
  readonly usesDifferentBinding: boolean;
  /** Which field counts the words to check. */
  readonly countField: 'wordCount' | 'mixedWordCount';
  /** The `allowed` text of findings, with WORD and VALUE as placeholders for the word and its stored value. */
  readonly allowed: string;
}

/**
 * Checks for reads of ordered memory served from a stale cache line, and for loads with missing coherence bits.
 */
export function checkStaleReads(
  ledgers: Ledgers,
  judge: Judge,
  { checkedAccesses, usesDifferentBinding, countField, allowed }: StaleReads,
): RuleCheck {
  const { visibility } = ledgers;
  return {
    ...mergeHandlers([
      checkMissingBits(ledgers, judge, checkedAccesses),
      {
        'memory-performed': (t) => {
          const reads = visibility.reads.at(t);
          judge.armed += reads?.[countField] ?? 0;
          const staleRead = reads?.stale;
          if (staleRead === undefined || staleRead.isMixed !== usesDifferentBinding) return;
          judge.violate(describeStaleRead, ledgers, staleRead, t, allowed);
        },
      },
    ]),
  };
}
