import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';
import { judgeGranularity } from './granularity.js';

/** Invariant: up to GFX10.3, POPS_OVERLAP_NUM_SAMPLES tells overlap as finely as the interlock allows, and no finer (S-115 to S-117). */
export function createCfg06(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) =>
    judgeGranularity(state, 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES'),
  );
}
