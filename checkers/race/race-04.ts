import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeEveryPath } from '../rule/every-path.js';
import type { RuleCheck } from '../rule/rule.js';

/**
 * Invariant: nothing relies on a wait for n > 0 to cover an access that may return before older ones of its counter:
 * scalar loads, flat accesses of GFX9, which may go to LDS, and whatever shares its counter with newer operations of another kind
 * (S-083, S-086, S-087). Judged on the program's paths; in a run
 * the wait ledger trusts no such wait either, and RACE-01 and RACE-02 speak.
 */
export function createRace04(ledgers: Ledgers, judge: Judge): RuleCheck {
  return { on: {}, finish: (end) => judgeEveryPath(ledgers, judge, end) };
}
