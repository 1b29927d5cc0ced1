import type { DrawState } from '../facts/draw-state.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { shadingRate } from '../geometry/shading-rate.js';
import { judgeInterlockedDraws } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Combiner modes after which the rate is 1x1, as that is what the sample iteration brings: override, and the least. */
const TAKES_FINE: readonly (number | undefined)[] = [1, 2];

/**
 * Invariant: on GFX10.3 a draw whose shader has an interlock is shaded by pixel, also where the section is empty (S-144,
 * S-145). Primitive ordering forces that, whatever rate the draw asks for; without it the registers have to.
 */
export function createCfg17(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) => {
    if (isForcedFine(state)) return 'right';
    state.register('GE_VRS_RATE');
    const { x, y } = shadingRate(state.chip.gfx, state.facts.draw);
    if (x === 0 && y === 0) return 'right';
    return {
      allowed: 'A draw with an interlock is shaded by pixel on GFX10.3.',
      observed: `Draw ${state.facts.index} has fragments of up to ${1 << x}x${1 << y} pixels.`,
      hint: 'Let the sample-iteration combiner of PA_CL_VRS_CNTL override other rates for every shader with an interlock.',
    };
  });
}

function isForcedFine(state: DrawState): boolean {
  return (
    state.field('DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') === 1 ||
    TAKES_FINE.includes(state.field('PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE')) ||
    state.field('PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE') === 1
  );
}
