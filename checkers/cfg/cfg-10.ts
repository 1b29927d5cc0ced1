import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Invariant: a coverage mask has the samples of its draw (S-118). */
export function createCfg10(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) => {
    const { samples } = state.facts.draw;
    return requireField(
      state,
      'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES',
      31 - Math.clz32(samples),
      `The draw has ${samples === 1 ? '1 sample' : `${samples} samples`}`,
    );
  });
}
