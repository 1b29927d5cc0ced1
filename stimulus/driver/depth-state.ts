import { chipOf, type Gfx } from '../../arch/index.js';
import type { Draw, RandomStream, Scenario } from '../../transactions/index.js';
import type { FieldValues } from './draw-intent.js';
import { packRegisters } from './draw-registers.js';

/** The number of codes for ZFUNC and STENCILFUNC. */
const COMPARE_COUNT = 8;
const STENCIL_OP_COUNT = 16;

/** The comparisons that some fragments pass and others fail; picked more often than `never` and `always`. */
const SELECTIVE: readonly number[] = [1, 3, 4, 6];

/** A small set of stencil operands, so that stored values often match the reference. */
const STENCIL_VALUES: readonly number[] = [0, 1, 2, 3, 0x80, 0xff];

/** The number of distinct depths in a scene; small, so that overlapping fragments often have equal depths. */
const DEPTH_COUNT = 8;

/** Adds a depth buffer to the scenario, and random depths and random depth and stencil state to each draw. */
export function withDepthTests(scenario: Scenario, stream: RandomStream): Scenario {
  const { gfx } = chipOf(scenario.chip);
  return {
    ...scenario,
    depthBuffer: { depth: stream.below(DEPTH_COUNT) / DEPTH_COUNT, stencil: stream.below(4) },
    draws: scenario.draws.map(
      (draw): Draw => ({
        ...draw,
        registers: { ...draw.registers, ...pickDepthState(stream, gfx) },
        depths: draw.depths.map(() => stream.below(DEPTH_COUNT) / DEPTH_COUNT),
      }),
    ),
  };
}

const Z_ORDER_COUNT = 4;
const CONSERVATIVE_Z_EXPORT_COUNT = 3;

/**
 * Picks when the tests run and whether waves start for failing samples, for a draw without shader side effects. Any
 * values are legal, since only passing samples have visible results.
 */
export function pickFreeTestOrder(stream: RandomStream): FieldValues {
  const pickFlag = (oneIn: number): number => (stream.below(oneIn) === 0 ? 1 : 0);
  return {
    'DB_SHADER_CONTROL.Z_ORDER': stream.below(Z_ORDER_COUNT),
    'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': pickFlag(4),
    'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT': stream.below(CONSERVATIVE_Z_EXPORT_COUNT),
    'DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE': pickFlag(4),
    'DB_SHADER_CONTROL.KILL_ENABLE': pickFlag(4),
    'DB_SHADER_CONTROL.EXEC_ON_HIER_FAIL': pickFlag(2),
    'DB_SHADER_CONTROL.EXEC_ON_NOOP': pickFlag(2),
  };
}

/**
 * Picks the depth and stencil registers of a draw. All comparisons and operations are possible, and most draws enable
 * the depth test.
 */
function pickDepthState(stream: RandomStream, gfx: Gfx): Record<string, number> {
  const stencil = stream.below(2);
  const pickCompare = (): number =>
    stream.below(4) === 0 ? stream.below(COMPARE_COUNT) : SELECTIVE[stream.below(SELECTIVE.length)];
  return packRegisters(gfx, {
    'DB_DEPTH_CONTROL.Z_ENABLE': stream.below(8) === 0 ? 0 : 1,
    'DB_DEPTH_CONTROL.Z_WRITE_ENABLE': stream.below(4) === 0 ? 0 : 1,
    'DB_DEPTH_CONTROL.ZFUNC': pickCompare(),
    'DB_DEPTH_CONTROL.STENCIL_ENABLE': stencil,
    'DB_DEPTH_CONTROL.BACKFACE_ENABLE': stream.below(2),
    'DB_DEPTH_CONTROL.STENCILFUNC': pickCompare(),
    'DB_DEPTH_CONTROL.STENCILFUNC_BF': pickCompare(),
    ...pickStencilFields(stream, ''),
    ...pickStencilFields(stream, '_BF'),
  });
}

function pickStencilFields(stream: RandomStream, suffix: '' | '_BF'): Record<string, number> {
  const pickValue = (): number => STENCIL_VALUES[stream.below(STENCIL_VALUES.length)];
  const pickOperation = (): number => stream.below(STENCIL_OP_COUNT);
  return {
    [`DB_STENCIL_CONTROL.STENCILFAIL${suffix}`]: pickOperation(),
    [`DB_STENCIL_CONTROL.STENCILZPASS${suffix}`]: pickOperation(),
    [`DB_STENCIL_CONTROL.STENCILZFAIL${suffix}`]: pickOperation(),
    [`DB_STENCILREFMASK${suffix}.STENCILTESTVAL${suffix}`]: pickValue(),
    [`DB_STENCILREFMASK${suffix}.STENCILMASK${suffix}`]: stream.below(2) === 0 ? 0xff : pickValue(),
    [`DB_STENCILREFMASK${suffix}.STENCILWRITEMASK${suffix}`]: stream.below(2) === 0 ? 0xff : pickValue(),
    [`DB_STENCILREFMASK${suffix}.STENCILOPVAL${suffix}`]: pickValue(),
  };
}
