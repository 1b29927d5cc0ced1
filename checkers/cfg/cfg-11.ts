import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/**
 * Invariant: some export format reserves export space: the release of ordered waves hangs on their exports (S-110). Without
 * one GFX10 skips exports and does not synchronise, and GFX11 hangs (S-109, S-111, S-112).
 */
export function createCfg11(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) => {
    const colour = state.register('SPI_SHADER_COL_FORMAT');
    if (colour !== undefined && colour !== 0) return 'right';
    const depth = state.field('SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT');
    if (depth !== 0) return 'right';
    return {
      allowed: 'SPI_SHADER_COL_FORMAT or SPI_SHADER_Z_FORMAT names an export format.',
      observed: `Both are 0 in draw ${state.facts.index}, which therefore gets no export space.`,
      hint: 'A shader without outputs takes a 32_R format for colour 0, with CB_SHADER_MASK 0.',
    };
  });
}
