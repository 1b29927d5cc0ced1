import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Invariant: on GFX11 the granularity of overlap is the draw's own, not one that other state happens to give (S-124). */
export function createCfg07(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) =>
    requireField(
      state,
      'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE',
      1,
      'An ordered draw says itself at which granularity it overlaps',
    ),
  );
}
