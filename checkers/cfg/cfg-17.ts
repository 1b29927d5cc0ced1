import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import { requestedRate } from '../reference/shading-rate.js';
import type { RuleCheck } from '../rule.js';
import type { DrawState } from './draw-state.js';
import { judgeDraws } from './judge-draws.js';

/** Combiner modes after which the rate is 1x1, as that is what the sample iteration brings: override, and the least. */
const TAKES_FINE: readonly (number | undefined)[] = [1, 2];

/**
 * Invariant: on GFX10.3 the registers of an ordered draw ask for no fragment coarser than a pixel, whatever the hardware
 * would make of it: interlock and shading rates exclude each other there (S-144, S-145).
 */
export function createCfg17(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) => {
    if (iteratesFine(state)) return 'right';
    state.register('GE_VRS_RATE');
    const { x, y } = requestedRate(state.chip.gfx, state.facts.draw);
    if (x === 0 && y === 0) return 'right';
    return {
      allowed:
        'An ordered draw on GFX10.3 is shaded by pixel: the sample iteration overrides every other rate.',
      observed: `Draw ${state.facts.index} asks for fragments of ${1 << x}x${1 << y} pixels.`,
      hint: 'Set the sample-iteration combiner of PA_CL_VRS_CNTL for every shader with an interlock, also one whose section is empty.',
    };
  });
}

function iteratesFine(state: DrawState): boolean {
  return TAKES_FINE.includes(state.field('PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE'));
}
