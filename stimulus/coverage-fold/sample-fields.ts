import { type Chip, factsOf, type Gfx, getRegisterFields } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { FieldValues } from '../driver/draw-intent.js';
import { deriveStream } from '../kit/chance.js';
import { chipsWith } from '../kit/test.js';

/**
 * One draw in four uses each of these options: multiple iterations per pixel, sample masks, and a different
 * barycentric location.
 */
const OPTION_ODDS = 4;

const MASK_FIELDS = [
  'PA_SC_AA_MASK_X0Y0_X1Y0.AA_MASK_X0Y0',
  'PA_SC_AA_MASK_X0Y0_X1Y0.AA_MASK_X1Y0',
  'PA_SC_AA_MASK_X0Y1_X1Y1.AA_MASK_X0Y1',
  'PA_SC_AA_MASK_X0Y1_X1Y1.AA_MASK_X1Y1',
];

/** Log2 of the maximum number of iterations per pixel. */
const MAX_ITERATIONS_LOG2 = 4;

/** Masks that keep none, some, or all but one of a pixel's samples. */
const MASKS = [0, 1, 0x5555, 0x8000, 0xfffe] as const;

/**
 * Picks the fields that affect how covered samples are folded: the number of shading iterations, the samples that
 * the rasteriser keeps, and the location of barycentrics.
 */
export function pickSampleFields(gfx: Gfx, stream: RandomStream, samples: number): FieldValues {
  const isUsed = (): boolean => stream.below(OPTION_ODDS) === 0;
  return {
    ...(isUsed() ? pickIterationFields(gfx, stream, samples) : {}),
    ...(isUsed() ? pickMaskFields(stream) : {}),
    'SPI_BARYC_CNTL.PERSP_CENTER_CNTL': isUsed() ? 1 : 0,
  };
}

/**
 * Picks the number of iterations: usually at most one per sample, sometimes more, but never more than the
 * generation can encode.
 */
function pickIterationFields(gfx: Gfx, stream: RandomStream, samples: number): FieldValues {
  const log2 = 31 - Math.clz32(samples);
  const maxField = getRegisterFields(gfx).get('DB_EQAA.PS_ITER_SAMPLES')!.ones;
  const maxLog2 = Math.min(log2 + stream.below(2), MAX_ITERATIONS_LOG2, maxField);
  return {
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 1,
    'DB_EQAA.PS_ITER_SAMPLES': stream.below(maxLog2 + 1),
  };
}

/**
 * Returns masks that keep only the upper half of a pixel's samples; coarser overlap detection must not miss those
 * (S-127).
 */
export function getUpperHalfFields(samples: number): FieldValues {
  const mask = 0xffff & -(2 ** (samples >> 1));
  return Object.fromEntries(MASK_FIELDS.map((name) => [name, mask]));
}

/** Picks a separate mask for each pixel of a 2x2 square. */
export function pickMaskFields(stream: RandomStream): FieldValues {
  const pickMask = (): number => (stream.below(2) === 0 ? 0xffff : MASKS[stream.below(MASKS.length)]);
  return Object.fromEntries(MASK_FIELDS.map((name) => [name, pickMask()]));
}

/** The DB_Z_INFO.NUM_SAMPLES value for eight samples. */
const EIGHT_SAMPLES = 3;
/** The PARTIAL_SQUAD_LAUNCH_CONTROL value that launches partial squads only to break a hang. */
const ON_HANG_ONLY = 1;

const DRAIN_FIELDS: FieldValues = { 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 1 };

/**
 * Picks each draw's drain fields. On chips that miss overlaps at high sample counts, one draw in four drains
 * because its depth buffer has eight samples (S-130). On chips where draining requires
 * PARTIAL_SQUAD_LAUNCH_CONTROL, half of the tests drain on every draw. This is always legal, even if not needed
 * (S-135).
 */
export function pickDrainFields(seed: string, { quirks }: Chip, draws: number): FieldValues[] {
  const stream = deriveStream(seed, 'drains');
  const missesOverlaps = quirks?.missedOverlapSamples !== undefined;
  const everyDrawDrains = quirks?.stalledDrain === true && stream.below(2) === 0;
  return Array.from({ length: draws }, () => {
    if (everyDrawDrains)
      return { ...DRAIN_FIELDS, 'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL': ON_HANG_ONLY };
    const hasEightSamples = missesOverlaps && stream.below(4) === 0;
    return hasEightSamples ? { ...DRAIN_FIELDS, 'DB_Z_INFO.NUM_SAMPLES': EIGHT_SAMPLES } : {};
  });
}

/** One draw in four has unused attributes. */
const UNUSED_ODDS = 4;
/** Maximum number of unused attributes: all but the one that is read. */
const MAX_UNUSED = 31;

/**
 * Picks the number of unused attributes in a draw. They reduce the number of waves that fit in parameter memory, and
 * shift the attribute that is read.
 */
export function pickUnusedAttributes(stream: RandomStream): number {
  return stream.below(UNUSED_ODDS) === 0 ? 1 + stream.below(MAX_UNUSED) : 0;
}

/**
 * Picks the register fields for the given number of unused attributes. On GFX10.3, a random number of them are
 * per-primitive attributes, which have their own count.
 */
export function pickAttributeFields(stream: RandomStream, { gfx }: Chip, unused: number): FieldValues {
  const primitiveCount = stream.below(2) === 0 ? unused : stream.below(unused + 1);
  const perPrimitive = factsOf(gfx).countsPrimitiveAttributes ? primitiveCount : 0;
  return {
    'SPI_PS_IN_CONTROL.NUM_INTERP': 1 + unused - perPrimitive,
    'SPI_PS_IN_CONTROL.NUM_PRIM_INTERP': perPrimitive,
  };
}

/** The chips on which ordered draws may keep coarse fragments. */
export const WITH_COARSE_FRAGMENTS = chipsWith(({ shadingRates }) => shadingRates === 'coarse-allowed');

/** The log2 of a fragment's width and height in pixels, such as `1x0`. */
export type FragmentRate = `${0 | 1 | 2}x${0 | 1 | 2}`;

/** Returns the fields that request a rate, without combiners and without forcing ordered draws to 1x1. */
export function getRateFields(rate: FragmentRate): FieldValues {
  const [x, y] = rate.split('x').map(Number);
  return {
    'GE_VRS_RATE.RATE_X': x,
    'GE_VRS_RATE.RATE_Y': y,
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 0,
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': 0,
  };
}
