import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { hasSideEffects, judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** DB_SHADER_CONTROL.Z_ORDER: tests come after the shader. */
const LATE = 0;

/**
 * Invariant: depth is tested after the shader unless the shader asks for early tests, which DEPTH_BEFORE_SHADER says: an
 * early test would keep accesses from happening that the shader makes (S-113, pops.md 7).
 */
export function createCfg19(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) => {
    if (!hasSideEffects(state)) return 'not-concerned';
    if (state.field('DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER') === 1) return 'not-concerned';
    return requireField(
      state,
      'DB_SHADER_CONTROL.Z_ORDER',
      LATE,
      'A shader with ordered accesses that asks for no early tests is tested late',
    );
  });
}
