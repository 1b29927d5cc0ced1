import { type Gfx, getRegisterFields } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { FieldValues } from '../driver/register-fields.js';

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
