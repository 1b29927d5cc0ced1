import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/**
 * Invariant: out-of-order rasterisation is off under an ordered interlock, whether the section writes or only reads (S-140,
 * S-142). An unordered interlock and an explicitly relaxed order do not ask for it (S-143).
 */
export function createCfg16(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) => {
    if (!state.facts.ordered) return 'not-concerned';
    return requireField(
      state,
      'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE',
      0,
      'Under an ordered interlock primitives keep their order',
    );
  });
}
