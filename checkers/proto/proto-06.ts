import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeEveryPath } from '../rule/every-path.js';
import type { RuleCheck } from '../rule/rule.js';

/**
 * Invariant: of the parts that a program was concatenated from, one begins the ordered section and one ends it, the same
 * on every path. Paths that discard all lanes end where they are.
 */
export function createProto06(ledgers: Ledgers, judge: Judge): RuleCheck {
  return { on: {}, finish: (end) => judgeEveryPath(ledgers, judge, end) };
}
