import { WITH_FINE_RATE_WHEN_ORDERED } from '../../../arch/index.js';
import type { DrawState } from '../../evidence/facts/draw-state.js';
import { getShadingRate } from '../../evidence/geometry/shading-rate.js';
import {
  checkEachDraw,
  checkInterlockedDraws,
  hasSideEffects,
  type Judgement,
  requireField,
} from '../../evidence/rule/judge-draws.js';
import { defineRule } from '../../kit.js';

/** The combiner modes (override and minimum) that result in 1x1 when the sample-iteration rate is 1x1. */
const FINE_COMBINERS: readonly (number | undefined)[] = [1, 2];
const SIDE_EFFECTS_REASON = 'A shader with side effects runs even if its pixels do not modify any attachment';
/** The DB_SHADER_CONTROL.Z_ORDER value for tests after the shader. */
const LATE_TESTS = 0;

/** Rules for the order and rate at which pixels are shaded, and for the tests before and after the shader. */
export const RASTERISATION_RULES = [
  /** Even if the section only reads, but not under unordered interlocks or explicitly relaxed ordering (S-143). */
  defineRule({
    id: 'CFG-16',
    text: 'Out-of-order rasterisation is off under an ordered interlock.',
    statements: ['S-140', 'S-141', 'S-142', 'S-143'],
    create: checkEachDraw((state) => {
      if (!state.facts.ordered) return 'not-applicable';
      return requireField(
        state,
        'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE',
        0,
        'Under an ordered interlock, primitives keep their order',
      );
    }),
  }),
  /** Even if the section is empty. Primitive ordering forces this; without it, the registers must. */
  defineRule({
    id: 'CFG-17',
    text: 'On GFX10.3, draws with an interlock are shaded per pixel.',
    generations: WITH_FINE_RATE_WHEN_ORDERED,
    statements: ['S-144', 'S-145'],
    create: checkInterlockedDraws((state) => {
      if (isForcedPerPixel(state)) return 'ok';
      state.register('GE_VRS_RATE');
      const { x, y } = getShadingRate(state.chip.gfx, state.facts.draw);
      if (x === 0 && y === 0) return 'ok';
      return {
        allowed: 'A draw with an interlock is shaded per pixel on GFX10.3.',
        observed: `Draw ${state.facts.index} has fragments of up to ${1 << x}x${1 << y} pixels.`,
        hint: 'Let the sample-iteration combiner of PA_CL_VRS_CNTL override other rates for every shader with an interlock.',
      };
    }),
  }),
  /** This includes pixels that fail tests after the shader. With early tests, those may be dropped (pops.md 7). */
  defineRule({
    id: 'CFG-18',
    text: 'Shaders with side effects also run for pixels that change no attachment.',
    statements: ['S-113'],
    create: checkEachDraw((state): Judgement => {
      if (!hasSideEffects(state)) return 'not-applicable';
      const noopJudgement = requireField(state, 'DB_SHADER_CONTROL.EXEC_ON_NOOP', 1, SIDE_EFFECTS_REASON);
      const isEarly = state.getField('DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER') === 1;
      if (noopJudgement !== 'ok' || isEarly) return noopJudgement;
      return requireField(state, 'DB_SHADER_CONTROL.EXEC_ON_HIER_FAIL', 1, SIDE_EFFECTS_REASON);
    }),
  }),
  /** An early test would suppress the memory accesses of pixels that fail it (pops.md 7). */
  defineRule({
    id: 'CFG-19',
    text: 'Depth is tested after the shader unless the shader requests early tests.',
    statements: ['S-113'],
    create: checkEachDraw((state) => {
      if (!hasSideEffects(state)) return 'not-applicable';
      if (state.getField('DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER') === 1) return 'not-applicable';
      return requireField(
        state,
        'DB_SHADER_CONTROL.Z_ORDER',
        LATE_TESTS,
        'Depth is tested after a shader with side effects that does not request early tests',
      );
    }),
  }),
];

function isForcedPerPixel(state: DrawState): boolean {
  return (
    state.getField('DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') === 1 ||
    FINE_COMBINERS.includes(state.getField('PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE')) ||
    state.getField('PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE') === 1
  );
}
