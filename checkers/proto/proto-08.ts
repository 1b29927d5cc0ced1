import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';
import { judgeEveryPath } from '../static/every-path.js';

/**
 * Invariant: memory that the program accesses in its section is accessed on no path ahead of the entry wait or behind the
 * exit (S-008, S-094, S-106). Judged on the program's paths, by what its descriptors are; in a run RACE-03 speaks, by what
 * the scenario says is ordered. A path that was told of no overlap has no entry wait.
 */
export function createProto08(ledgers: Ledgers, judge: Judge): RuleCheck {
  return { on: {}, finish: (end) => judgeEveryPath(ledgers, judge, end) };
}
