import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Log2 of the samples that depth surfaces have at most. */
const DEPTH_SAMPLES_LOG2 = 3;

/**
 * Invariant: on GFX11 the depth samples, from which ordering takes the size of coverage masks even where no depth buffer
 * is bound, are not fewer than the exposed ones; more are legal (S-128).
 */
export function createCfg09(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) => {
    const depth = state.field('DB_Z_INFO.NUM_SAMPLES');
    const exposed = state.exposedSamplesLog2;
    if (depth === undefined || exposed === undefined || depth >= Math.min(exposed, DEPTH_SAMPLES_LOG2))
      return 'right';
    return {
      allowed: 'DB_Z_INFO.NUM_SAMPLES is at least PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES.',
      observed: `Draw ${state.facts.index} has ${1 << depth} depth samples for ${1 << exposed} exposed ones, so that the overlaps of upper samples are missed.`,
      hint: 'Look at who writes DB_Z_INFO when a render pass without depth follows another one, or the sample count changes.',
    };
  });
}
