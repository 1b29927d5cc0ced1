import { chipOf, type Gfx } from '../../arch/index.js';
import type { Draw, RandomStream, Scenario } from '../../transactions/index.js';
import { type FieldValues, packRegisters } from './register-fields.js';

/** Numbers of codes of ZFUNC and STENCILFUNC, and of stencil operations. */
const COMPARES = 8;
const STENCIL_OPS = 16;

/** Comparisons that some fragments pass and some fail; drawn more often than `never` and `always`. */
const SELECTIVE: readonly number[] = [1, 3, 4, 6];

/** Small stencil operands, so stored values often match the reference again. */
const STENCIL_VALUES: readonly number[] = [0, 1, 2, 3, 0x80, 0xff];

/** Number of distinct depths in a scene: few, so that equal ones overlap. */
const DEPTHS = 8;

/** The scenario with a depth buffer, and with separate depths, and depth and stencil state, in each draw. */
export function withDepthTests(scenario: Scenario, stream: RandomStream): Scenario {
  const { gfx } = chipOf(scenario.chip);
  return {
    ...scenario,
    depthBuffer: { depth: stream.below(DEPTHS) / DEPTHS, stencil: stream.below(4) },
    draws: scenario.draws.map(
      (draw): Draw => ({
        ...draw,
        registers: { ...draw.registers, ...pickDepthState(stream, gfx) },
        depths: draw.depths.map(() => stream.below(DEPTHS) / DEPTHS),
      }),
    ),
  };
}

/** Numbers of values of Z_ORDER, and of non-reserved ones of CONSERVATIVE_Z_EXPORT. */
const Z_ORDERS = 4;
const EXPORT_BOUNDS = 3;

/**
 * Fields for the time of tests in a draw without shader side effects, and whether waves start for failing samples: any values,
 * since only passing samples have visible results.
 */
export function freeTestOrder(stream: RandomStream): FieldValues {
  const flag = (share: number): number => (stream.below(share) === 0 ? 1 : 0);
  return {
    'DB_SHADER_CONTROL.Z_ORDER': stream.below(Z_ORDERS),
    'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': flag(4),
    'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT': stream.below(EXPORT_BOUNDS),
    'DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE': flag(4),
    'DB_SHADER_CONTROL.KILL_ENABLE': flag(4),
    'DB_SHADER_CONTROL.EXEC_ON_HIER_FAIL': flag(2),
    'DB_SHADER_CONTROL.EXEC_ON_NOOP': flag(2),
  };
}

/** Depth and stencil registers of one draw: any comparison and operation, with depth testing in most draws. */
function pickDepthState(stream: RandomStream, gfx: Gfx): Record<string, number> {
  const stencil = stream.below(2);
  const compare = (): number =>
    stream.below(4) === 0 ? stream.below(COMPARES) : SELECTIVE[stream.below(SELECTIVE.length)];
  return packRegisters(gfx, {
    'DB_DEPTH_CONTROL.Z_ENABLE': stream.below(8) === 0 ? 0 : 1,
    'DB_DEPTH_CONTROL.Z_WRITE_ENABLE': stream.below(4) === 0 ? 0 : 1,
    'DB_DEPTH_CONTROL.ZFUNC': compare(),
    'DB_DEPTH_CONTROL.STENCIL_ENABLE': stencil,
    'DB_DEPTH_CONTROL.BACKFACE_ENABLE': stream.below(2),
    'DB_DEPTH_CONTROL.STENCILFUNC': compare(),
    'DB_DEPTH_CONTROL.STENCILFUNC_BF': compare(),
    ...stencilFields(stream, ''),
    ...stencilFields(stream, '_BF'),
  });
}

function stencilFields(stream: RandomStream, suffix: '' | '_BF'): Record<string, number> {
  const value = (): number => STENCIL_VALUES[stream.below(STENCIL_VALUES.length)];
  const operation = (): number => stream.below(STENCIL_OPS);
  return {
    [`DB_STENCIL_CONTROL.STENCILFAIL${suffix}`]: operation(),
    [`DB_STENCIL_CONTROL.STENCILZPASS${suffix}`]: operation(),
    [`DB_STENCIL_CONTROL.STENCILZFAIL${suffix}`]: operation(),
    [`DB_STENCILREFMASK${suffix}.STENCILTESTVAL${suffix}`]: value(),
    [`DB_STENCILREFMASK${suffix}.STENCILMASK${suffix}`]: stream.below(2) === 0 ? 0xff : value(),
    [`DB_STENCILREFMASK${suffix}.STENCILWRITEMASK${suffix}`]: stream.below(2) === 0 ? 0xff : value(),
    [`DB_STENCILREFMASK${suffix}.STENCILOPVAL${suffix}`]: value(),
  };
}
