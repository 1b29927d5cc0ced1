import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';
import { judgeGranularity } from './granularity.js';
import { judgeInterlockedDraws } from './judge-draws.js';

/** Invariant: up to GFX10.3, POPS_OVERLAP_NUM_SAMPLES tells overlap as finely as the interlock allows, and no finer (S-115 to S-117). */
export function createCfg06(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) =>
    judgeGranularity(state, 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES'),
  );
}
