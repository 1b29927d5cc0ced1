import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Invariant: primitive ordering is on for draws whose shader declares an interlock (S-114). */
export function createCfg05(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) =>
    requireField(
      state,
      'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER',
      1,
      'A shader with an interlock is drawn with primitive ordering',
    ),
  );
}
