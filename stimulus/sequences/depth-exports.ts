import { CHIP_NAMES, chipOf, findRegisterField } from '../../arch/index.js';
import { RandomStream, type Scenario } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { type FieldValues, packRegisters } from '../driver/register-fields.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { PROGRAM, pickUnorderedScenario } from './plain-draws.js';

const NAME = 'depth_exports';

/** Which stencil values are exported, as bits: a reference, an operand, or both. */
const STENCIL_EXPORTS = [1, 2, 3] as const;

/**
 * The values of CONSERVATIVE_Z_EXPORT: exported depth is unbounded, no greater than the interpolated depth, or no less
 * than it.
 */
const BOUNDS = [0, 1, 2, 1, 2] as const;

/**
 * The programs that unordered draws choose from. Two in three export depth or stencil. Draws with the third merely
 * declare that the shader may remove samples.
 */
const PROGRAMS = [PROGRAM.DEPTH, PROGRAM.DEPTH, PROGRAM.PLAIN] as const;

/** Draws that export depth, stencil or both, with bounds on exported depth that permit early tests. */
export const depthExports: Sequence<typeof NAME> = {
  name: NAME,
  text: 'accumulate in ordered sections, interleaved with draws that export depth and stencil values',
  chips: CHIP_NAMES,
  claims: [{ ...WAVES_OVERLAP, percent: 15 }],
  faults: [],
  generate,
};

/** A comparison that no bound can decide early, because the shader may still export exactly the stored depth. */
const EQUAL = { 'DB_DEPTH_CONTROL.ZFUNC': 2, 'DB_DEPTH_CONTROL.STENCIL_ENABLE': 0 };

function generate(request: GenerateRequest): Scenario {
  const options = { name: NAME, programs: PROGRAMS, testOdds: 1, fields: pickTestFields };
  const scenario = pickUnorderedScenario(request, options);
  const { gfx } = chipOf(scenario.chip);
  const stream = new RandomStream(deriveSubSeed(request.seed, 'equal'));
  const draws = scenario.draws.map((draw) => {
    const bound = findRegisterField(gfx, draw.registers, 'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT') ?? 0;
    const isEqual = bound !== 0 && stream.below(3) === 0;
    return isEqual ? { ...draw, registers: packRegisters(gfx, EQUAL, draw.registers) } : draw;
  });
  return { ...scenario, draws };
}

function pickTestFields(stream: RandomStream, program: number): FieldValues {
  if (program !== PROGRAM.DEPTH) return pickSampleRemovalFields(stream);
  const exportsDepth = stream.below(3) !== 0;
  const stencil =
    exportsDepth && stream.below(2) === 0 ? 0 : STENCIL_EXPORTS[stream.below(STENCIL_EXPORTS.length)]!;
  return {
    'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': 0,
    'DB_SHADER_CONTROL.Z_ORDER': stream.below(4) === 0 ? 0 : 1 + stream.below(3),
    'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT': BOUNDS[stream.below(BOUNDS.length)]!,
    'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': exportsDepth ? 1 : 0,
    'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': stencil & 1,
    'DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE': stencil >> 1,
  };
}

/**
 * Enables early tests and declares that the shader may remove samples. It never actually removes any, so any
 * declaration is legal.
 */
function pickSampleRemovalFields(stream: RandomStream): FieldValues {
  return {
    'DB_SHADER_CONTROL.Z_ORDER': 1 + stream.below(3),
    'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': 0,
    'DB_SHADER_CONTROL.KILL_ENABLE': stream.below(2),
    'DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE': stream.below(2),
  };
}
