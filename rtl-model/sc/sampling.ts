import type { Gfx } from '../../arch/index.js';
import { getFieldOrZero } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';
import { createFootprint } from './footprint.js';
import { type FineRateHook, shadingRateOf } from './shading-rate.js';

/** Where in a pixel to evaluate an input. */
export const LOCATION = { CENTRE: 0, CENTROID: 1, SAMPLE: 2, CORNER: 4 } as const;

type Barycentrics = 'persp_center' | 'persp_centroid' | 'linear_center' | 'linear_centroid';

/**
 * Decodes how a draw samples its pixels. PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE enables sample-rate shading, and
 * DB_EQAA.PS_ITER_SAMPLES is the log2 of the number of invocations (inferred from the registers of the sample-rate
 * shaders in the corpus), which is capped at one per sample.
 */
export function getSampling(gfx: Gfx, draw: Draw, forceFineRate: FineRateHook) {
  const field = (name: string): number => getFieldOrZero(gfx, draw.registers, name);
  const requested =
    field('PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE') === 1 ? 1 << field('DB_EQAA.PS_ITER_SAMPLES') : 1;
  return {
    /** Number of coverage samples per pixel. */
    samples: draw.samples,
    /** The fragment size and the sample positions. */
    footprint: createFootprint(
      draw.samples,
      getSampleMasks(draw.registers),
      shadingRateOf(gfx, draw, forceFineRate),
    ),
    /** Number of invocations for a fully covered pixel: 1, or more with sample-rate shading. */
    iterations: Math.min(requested, draw.samples),
    /** The `LOCATION` at which the floating-point position is evaluated. */
    positionLocation:
      field('SPI_BARYC_CNTL.POS_FLOAT_ULC') === 1
        ? LOCATION.CORNER
        : field('SPI_BARYC_CNTL.POS_FLOAT_LOCATION'),
    /** The `LOCATION` at which each set of centre or centroid barycentrics is evaluated. */
    barycentricLocations: decodeBarycentricLocations(field),
  };
}

/** How a draw samples and shades its pixels, according to its registers. */
export type Sampling = Readonly<ReturnType<typeof getSampling>>;

/**
 * Decodes where barycentrics are evaluated. Each set has a bit that overrides the centre with the centroid, or the
 * centroid with the centre (AMD's register reference).
 */
function decodeBarycentricLocations(field: (name: string) => number): Readonly<Record<Barycentrics, number>> {
  const { CENTRE, CENTROID } = LOCATION;
  const isOverridden = (name: string): boolean => field(`SPI_BARYC_CNTL.${name}_CNTL`) === 1;
  return {
    persp_center: isOverridden('PERSP_CENTER') ? CENTROID : CENTRE,
    persp_centroid: isOverridden('PERSP_CENTROID') ? CENTRE : CENTROID,
    linear_center: isOverridden('LINEAR_CENTER') ? CENTROID : CENTRE,
    linear_centroid: isOverridden('LINEAR_CENTROID') ? CENTRE : CENTROID,
  };
}

/**
 * Returns the sample mask of each pixel in a 2x2 block, from PA_SC_AA_MASK_X0Y0_X1Y0 and _X0Y1_X1Y1. By default, all
 * samples are enabled.
 */
function getSampleMasks(registers: Draw['registers']): number[] {
  const top = registers.PA_SC_AA_MASK_X0Y0_X1Y0 ?? 0xffffffff;
  const bottom = registers.PA_SC_AA_MASK_X0Y1_X1Y1 ?? 0xffffffff;
  return [top & 0xffff, top >>> 16, bottom & 0xffff, bottom >>> 16];
}

/** Returns a mask of the points that iteration 0 of `iterations` shades. For iteration i, shift the mask left by i. */
export function computeIterationMask(points: number, iterations: number): number {
  let mask = 0;
  for (let point = 0; point < points; point += iterations) mask |= 1 << point;
  return mask;
}
