import { mergeHandlers } from '../../evidence/basics/merge-handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';
import { type JudgedAccesses, judgeMissingBits } from './missing-bits.js';
import { describeStaleRead } from './stale-finding.js';

/**
 * The reads that a rule checks: those of words last written through the same binding (VIS-01), or through
 * another one (VIS-03).
 */
export interface StaleReads {
  /** The loads whose coherence bits the rule checks. */
  readonly judgedAccesses: JudgedAccesses;
  /** Whether the last write used a different binding. */
  readonly isMixed: boolean;
  /** The field that holds the number of checks of the rule that an access makes. */
  readonly checkCount: 'wordCount' | 'mixedWordCount';
  /** What is allowed, with WORD and VALUE as placeholders for the word and its stored value. */
  readonly allowed: string;
}

/**
 * Checks for reads of ordered memory served from a stale cache line, and for loads that lack coherence bits.
 */
export function judgeStaleReads(
  ledgers: Ledgers,
  judge: Judge,
  { judgedAccesses, isMixed, checkCount, allowed }: StaleReads,
): RuleCheck {
  const { visibility } = ledgers;
  return {
    on: mergeHandlers([
      judgeMissingBits(ledgers, judge, judgedAccesses),
      {
        'memory-performed': (t) => {
          const reads = visibility.reads.at(t);
          judge.armed += reads?.[checkCount] ?? 0;
          const read = reads?.stale;
          if (read === undefined || read.isMixed !== isMixed) return;
          judge.violate(describeStaleRead, ledgers, read, t, allowed);
        },
      },
    ]),
  };
}
