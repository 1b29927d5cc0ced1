import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeEveryPath } from '../rule/every-path.js';
import type { RuleCheck } from '../rule/rule.js';

/**
 * Invariant: no loop in the section only reads, round by round from the same places, memory that the section covers: older
 * waves have left it and younger ones wait, so that nothing there changes while the loop waits for it (S-103). Judged on the
 * program's paths, whether a run meets such a loop or not.
 */
export function createHang10(ledgers: Ledgers, judge: Judge): RuleCheck {
  return { on: {}, finish: (end) => judgeEveryPath(ledgers, judge, end) };
}
