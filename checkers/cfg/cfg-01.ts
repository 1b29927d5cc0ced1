import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Invariant: up to GFX10.3 the collision argument, from which an ordered wave knows whom to wait for, is loaded (S-012). */
export function createCfg01(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) =>
    requireField(
      state,
      'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID',
      1,
      'An ordered shader gets its collision argument',
    ),
  );
}
