import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeEveryPath } from '../rule/every-path.js';
import type { RuleCheck } from '../rule/rule.js';

/**
 * Invariant: where lanes of one wave take turns in its section, no result of a subgroup operation crosses the section's
 * marker: inside, fewer lanes are on (S-068, S-069, S-070). A warning: the program may mean the whole wave. Judged on the
 * paths of programs that take the intrawave argument.
 */
export function createProto09(ledgers: Ledgers, judge: Judge): RuleCheck {
  return { on: {}, finish: (end) => judgeEveryPath(ledgers, judge, end) };
}
