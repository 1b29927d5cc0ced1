import { mergeHandlers } from '../../evidence/basics/merge-handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';
import { type JudgedAccesses, missingBits } from './missing-bits.js';
import { staleFinding } from './stale-finding.js';

/**
 * The reads that a rule judges. VIS-01 judges those with one binding, and VIS-03 those whose word was last
 * written with another.
 */
export interface StaleReads {
  /** The loads whose cache bits the rule judges. */
  readonly judgedAccesses: JudgedAccesses;
  /** Whether the last write had a different binding. */
  readonly isMixed: boolean;
  /** Which of the word counts of an access arms the rule. */
  readonly armedBy: 'wordCount' | 'mixedWordCount';
  /** What is allowed; WORD and VALUE are replaced by the word and its stored value. */
  readonly allowed: string;
}

/**
 * Judges reads of ordered memory that a cache may have served from a stale line, and bits that loads lack.
 */
export function judgeStaleReads(
  ledgers: Ledgers,
  judge: Judge,
  { judgedAccesses, isMixed, armedBy, allowed }: StaleReads,
): RuleCheck {
  const { visibility } = ledgers;
  return {
    on: mergeHandlers([
      missingBits(ledgers, judge, judgedAccesses),
      {
        'memory-performed': (t) => {
          const reads = visibility.reads.at(t);
          judge.armed += reads?.[armedBy] ?? 0;
          const read = reads?.stale;
          if (read === undefined || read.isMixed !== isMixed) return;
          judge.violate(staleFinding, ledgers, read, t, allowed);
        },
      },
    ]),
  };
}
