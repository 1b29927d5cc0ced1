import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Invariant: from GFX10 on, memory returns in order, or the counts that waits ahead of the exit trust mean nothing (S-083, S-086). */
export function createCfg20(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) =>
    requireField(
      state,
      'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED',
      1,
      'Waits for a count of accesses rely on ordered returns',
    ),
  );
}
