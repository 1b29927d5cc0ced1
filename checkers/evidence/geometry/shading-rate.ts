import { factsOf, findRegisterField, type Gfx } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';

/** The log2 of a fragment's size in fine pixels. Both values are 0 if a fragment is a single pixel. */
export interface ShadingRate {
  readonly x: number;
  readonly y: number;
}

const FINE: ShadingRate = { x: 0, y: 0 };

/** The log2 of a fragment's maximum width and height. */
const MAX_LOG2 = 2;

/** Number of bits in a fragment's sample mask. */
const MASK_BITS = 16;

/** The combiners, by register value. Each combines the current rate with another one (S-144, S-149). */
const COMBINERS: readonly ((current: number, other: number) => number)[] = [
  (current) => current,
  (_, other) => other,
  Math.min,
  Math.max,
  (current, other) => Math.min(current + other, MAX_LOG2),
];

/** The combiners for the draw's rate, in order. The other rate is always 1x1, since nothing exports or stores rates. */
const COMBINER_FIELDS = ['VERTEX_RATE', 'PRIMITIVE_RATE', 'HTILE_RATE', 'SAMPLE_ITER'] as const;

/**
 * Returns a draw's shading rate: GE_VRS_RATE with all combiners applied. It is 1x1 with sample-rate shading. With a
 * primitive-ordered shader, it is always 1x1 on GFX10.3, and on GFX11 and later if FORCE_SC_VRS_RATE_FINE_POPS is set
 * (S-144, S-149). Height and width are halved alternately until a fragment's samples fit in its mask.
 */
export function getShadingRate(gfx: Gfx, draw: Draw): ShadingRate {
  if (isSampleRate(gfx, draw) || isForcedFine(gfx, draw)) return FINE;
  return fitToMask(getRequestedRate(gfx, draw), draw.samples);
}

/** Whether a draw's pixels are shaded in iterations (possibly just one), each of which has its own samples. */
export function isSampleRate(gfx: Gfx, { registers }: Draw): boolean {
  return findRegisterField(gfx, registers, 'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE') === 1;
}

/** Returns the rate that a draw's registers request, before it is forced to be finer. */
export function getRequestedRate(gfx: Gfx, { registers }: Draw): ShadingRate {
  const field = (name: string): number => findRegisterField(gfx, registers, name) ?? 0;
  let rate: ShadingRate = {
    x: Math.min(field('GE_VRS_RATE.RATE_X'), MAX_LOG2),
    y: Math.min(field('GE_VRS_RATE.RATE_Y'), MAX_LOG2),
  };
  for (const name of COMBINER_FIELDS)
    rate = combine(field(`PA_CL_VRS_CNTL.${name}_COMBINER_MODE`), rate, FINE);
  const override = field('PA_SC_VRS_OVERRIDE_CNTL.VRS_RATE');
  return combine(field('PA_SC_VRS_OVERRIDE_CNTL.VRS_OVERRIDE_RATE_COMBINER_MODE'), rate, {
    x: Math.min(override >> 2, MAX_LOG2),
    y: Math.min(override & 3, MAX_LOG2),
  });
}

function combine(mode: number, current: ShadingRate, other: ShadingRate): ShadingRate {
  const combiner = COMBINERS[mode] ?? COMBINERS[0];
  return { x: combiner(current.x, other.x), y: combiner(current.y, other.y) };
}

function isForcedFine(gfx: Gfx, { registers }: Draw): boolean {
  if (findRegisterField(gfx, registers, 'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') !== 1)
    return false;
  return (
    factsOf(gfx).shadingRates === 'fine-when-ordered' ||
    findRegisterField(gfx, registers, 'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS') === 1
  );
}

function fitToMask({ x, y }: ShadingRate, samples: number): ShadingRate {
  const size = { x, y };
  for (let step = 0; samples * 2 ** (size.x + size.y) > MASK_BITS; step++) {
    const axis = step % 2 === 0 ? 'y' : 'x';
    size[axis] = Math.max(0, size[axis] - 1);
  }
  return size;
}
