import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { hasSideEffects, type Judgement, judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

const REASON = 'A shader with ordered accesses runs although its pixels change no attachment';

/**
 * Invariant: pixels that change no attachment, or fail tests that come after the shader, still run a shader with side
 * effects. A draw that is tested ahead of its shader may drop pixels that fail (S-113, pops.md 7).
 */
export function createCfg18(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state): Judgement => {
    if (!hasSideEffects(state)) return 'not-concerned';
    const noop = requireField(state, 'DB_SHADER_CONTROL.EXEC_ON_NOOP', 1, REASON);
    const isEarly = state.field('DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER') === 1;
    if (noop !== 'right' || isEarly) return noop;
    return requireField(state, 'DB_SHADER_CONTROL.EXEC_ON_HIER_FAIL', 1, REASON);
  });
}
