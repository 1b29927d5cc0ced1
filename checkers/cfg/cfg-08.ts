import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';
import { judgeGranularity } from './granularity.js';

/** Invariant: on GFX11, OVERRIDE_INTRINSIC_RATE tells overlap as finely as the interlock allows, and no finer (S-123, S-125). */
export function createCfg08(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) =>
    judgeGranularity(state, 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE'),
  );
}
