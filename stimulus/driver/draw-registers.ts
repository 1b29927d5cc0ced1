import type { Chip, Gfx } from '../../arch/index.js';
import { checkFieldName, chipOf, factsOf, getRegisterFields, hasRegister } from '../../arch/index.js';
import { type Draw, type Scenario, UsageError } from '../../transactions/index.js';
import type { DrawIntent, FieldValues, ShaderIntent } from './draw-intent.js';
import { getCollisionArguments } from './draw-intent.js';
import { getOutputFields, getProgramFields, packInputBits } from './shader-fields.js';

/**
 * Packs field values into registers, starting from `base`. Skips fields that the generation does not have. Throws for
 * fields that no generation has, and for values that do not fit.
 */
export function packRegisters(
  gfx: Gfx,
  values: FieldValues,
  base: Readonly<Record<string, number>> = {},
): Record<string, number> {
  for (const name in values) checkFieldName(name);
  const registers: Record<string, number> = { ...base };
  for (const { name, register, low, ones: max } of getRegisterFields(gfx).values()) {
    const value = values[name];
    if (value === undefined) continue;
    if (value > max) throw new Error(`${value} does not fit in ${name} on ${gfx} (max ${max})`);
    const mask = max * 2 ** low;
    registers[register] = (((registers[register] ?? 0) & ~mask) | (value << low)) >>> 0;
  }
  return registers;
}

/** Selects the registers that a chip has from those that a driver programs for its generation. */
export function selectChipRegisters(
  chip: Chip,
  registers: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(Object.entries(registers).filter(([name]) => hasRegister(chip, name)));
}

/** Log2 of the maximum sample count of a depth surface. */
const MAX_DEPTH_SAMPLES_LOG2 = 3;

/**
 * Returns the fields that the pipeline does not set: those of the render pass, whose depth sample count matches the
 * draw's even without a depth buffer (S-128), and those left at their reset values (pops.md 7).
 */
export function getNonPipelineFields(samples: number): FieldValues {
  return {
    'DB_Z_INFO.NUM_SAMPLES': Math.min(31 - Math.clz32(samples), MAX_DEPTH_SAMPLES_LOG2),
    'DB_DFSM_CONFIG.DISABLE_POPS': 0,
    'DB_RENDER_CONTROL.FORCE_EXPORT_ORDER': 0,
  };
}

/** The DB_DFSM_CONTROL.PUNCHOUT_MODE value that forces punchout off. */
const PUNCHOUT_FORCE_OFF = 2;

/** The properties that determine how a draw's overlaps are detected. */
type OrderingInputs = Omit<DrawIntent, 'wave' | 'shader'> & Pick<ShaderIntent, 'collision'>;

/** Returns the fields for overlap detection and its granularity (S-114 to S-127, pops.md 7 and 8). */
export function getOrderingFields({ gfx, quirks }: Chip, inputs: OrderingInputs): FieldValues {
  const { samples, perSample, unordered = false } = inputs;
  const { waves, layers } = getCollisionArguments(gfx, inputs);
  const sampleLog2 = 31 - Math.clz32(samples);
  const overlapLog2 = perSample ? sampleLog2 : 0;
  return {
    ...getNonPipelineFields(samples),
    'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': waves ? 1 : 0,
    'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': layers ? 1 : 0,
    'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': 0,
    'PA_SC_MODE_CNTL_0.MSAA_ENABLE': samples > 1 ? 1 : 0,
    'PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES': sampleLog2,
    'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES': sampleLog2,
    'DB_DFSM_CONTROL.PUNCHOUT_MODE': PUNCHOUT_FORCE_OFF,
    'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP':
      !unordered && samples >= (quirks?.missedOverlapSamples ?? Number.POSITIVE_INFINITY) ? 1 : 0,
    'DB_SHADER_CONTROL.EXEC_ON_HIER_FAIL': 1,
    'DB_SHADER_CONTROL.EXEC_ON_NOOP': 1,
    'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER': unordered ? 0 : 1,
    'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES': overlapLog2,
    'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE': unordered ? 0 : 1,
    'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': overlapLog2,
  };
}

/** The value of SPI_BARYC_CNTL.POS_FLOAT_LOCATION that selects the sample position. */
const AT_SAMPLE = 2;

/** The PA_CL_VRS_CNTL combiner mode in which the sample iteration rate takes precedence. */
const OVERRIDE = 1;

/**
 * Returns the fields that set the number of shading iterations. Enabling sample iteration, even for a single sample,
 * prevents coarser rates. GFX10.3 always requires that, because ordered shaders must run at 1x1 there (S-144); later
 * generations require it for shaders that use samples.
 *
 * @throws UsageError if there are more samples than the generation can shade individually.
 */
function getSamplingFields(gfx: Gfx, { samples, shader }: DrawIntent): FieldValues {
  const iterates = shader.runsPerSample && samples > 1;
  const maxSamples = 2 ** getRegisterFields(gfx).get('DB_EQAA.PS_ITER_SAMPLES')!.ones;
  if (iterates && samples > maxSamples)
    throw new UsageError(`Cannot shade each of ${samples} samples on ${gfx}; expected at most ${maxSamples}`);
  const usesSamples = shader.runsPerSample || shader.inputs.includes('sample_coverage');
  const { shadingRates } = factsOf(gfx);
  const forcesFineRate =
    shadingRates === 'fine-when-ordered' || (shadingRates === 'coarse-allowed' && usesSamples);
  return {
    'DB_EQAA.PS_ITER_SAMPLES': iterates ? 31 - Math.clz32(samples) : 0,
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': iterates || forcesFineRate ? 1 : 0,
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': forcesFineRate ? OVERRIDE : 0,
    'SPI_BARYC_CNTL.POS_FLOAT_LOCATION': iterates ? AT_SAMPLE : 0,
  };
}

/**
 * Returns the raw register values that a correct driver programs for a draw and its pixel shader, keyed by register
 * name (pops.md 7; checked against the corpus driver).
 *
 * @param userData the words of the user SGPRs, starting at s0
 */
export function getDrawRegisters(
  chip: Chip,
  intent: DrawIntent,
  userData: readonly number[] = [],
): Record<string, number> {
  const bits = packInputBits(intent.shader.inputs);
  const registers = selectChipRegisters(chip, packRegisters(chip.gfx, getDrawFields(chip, intent)));
  userData.forEach((word, i) => {
    registers[`SPI_SHADER_USER_DATA_PS_${i}`] = word;
  });
  return { ...registers, SPI_PS_INPUT_ENA: bits, SPI_PS_INPUT_ADDR: bits };
}

/** No collision arguments, since they would be undefined without ordering. */
const NO_COLLISION = { waves: false, layers: false } as const;

/** Returns the field values that `getDrawRegisters` packs, including fields that the generation does not have. */
function getDrawFields(chip: Chip, intent: DrawIntent): FieldValues {
  const { wave, samples, perSample, unordered = false } = intent;
  const shader = unordered ? { ...intent.shader, collision: NO_COLLISION } : intent.shader;
  return {
    ...getProgramFields(chip.gfx, wave, shader),
    ...getOrderingFields(chip, { ...shader, samples, perSample, unordered }),
    ...getOutputFields(chip, shader),
    ...getSamplingFields(chip.gfx, intent),
  };
}

/** Sets register fields in each draw of a scenario. `pickFields` is called for the draws in order. */
export function withFields<S extends Pick<Scenario, 'chip' | 'draws'>>(
  scenario: S,
  pickFields: (gfx: Gfx, draw: Draw) => FieldValues,
): S {
  const { gfx } = chipOf(scenario.chip);
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: packRegisters(gfx, pickFields(gfx, draw), draw.registers),
  }));
  return { ...scenario, draws };
}
