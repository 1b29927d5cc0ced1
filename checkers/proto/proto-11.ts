import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeEveryPath } from '../rule/every-path.js';
import type { RuleCheck } from '../rule/rule.js';

/**
 * Invariant: a program that writes memory under an interlock has an entry wait that a wave which is told of an overlap comes to
 * (S-002, S-008). Judged on the program's paths, where its draw asks for an interlock: without any entry nothing says what has to
 * lie after it.
 */
export function createProto11({ draws }: Ledgers, judge: Judge): RuleCheck {
  const interlocked = draws.filter((draw) => draw.interlocked);
  return { on: {}, finish: (end) => judgeEveryPath({ draws: interlocked }, judge, end) };
}
