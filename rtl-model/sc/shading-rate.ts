import type { Gfx } from '../../arch/index.js';
import { factsOf, getFieldOrZero } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';
import { MASK_BITS } from './spec.js';

/** The size of a fragment in fine pixels. */
export interface ShadingRate {
  /** Log2 of the width, 0 to 2. */
  readonly x: number;
  /** Log2 of the height, 0 to 2. */
  readonly y: number;
}

/** The finest rate: one pixel per fragment. */
export const FINE: ShadingRate = { x: 0, y: 0 };

/** Log2 of the edge length of the largest fragment. */
const COARSEST = 2;

/** Combiner functions, indexed by field value. All other values select the first rate. */
const COMBINERS: readonly ((a: number, b: number) => number)[] = [
  (a) => a,
  (_a, b) => b,
  (a, b) => Math.min(a, b),
  (a, b) => Math.max(a, b),
  (a, b) => Math.min(COARSEST, a + b),
];

/** The combiners in PA_CL_VRS_CNTL, in the order in which they are applied. */
const STAGES = [
  'PA_CL_VRS_CNTL.VERTEX_RATE_COMBINER_MODE',
  'PA_CL_VRS_CNTL.PRIMITIVE_RATE_COMBINER_MODE',
  'PA_CL_VRS_CNTL.HTILE_RATE_COMBINER_MODE',
  'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE',
] as const;

/** Decides whether the finest rate is forced. A fault can override the decision. */
export type FineRateHook = (forced: boolean) => boolean;

/**
 * Returns a draw's shading rate. The finest rate is always used for sample-rate shading and for ordered draws on
 * GFX10.3; on GFX11 and later, ordered draws use it if FORCE_SC_VRS_RATE_FINE_POPS is set (S-144, S-146, S-147). If a
 * fragment has more samples than fit in a coverage mask, its height and width are halved alternately, height first,
 * until they do.
 */
export function shadingRateOf(gfx: Gfx, draw: Draw, forceFineRate: FineRateHook): ShadingRate {
  const { shadingRates } = factsOf(gfx);
  if (shadingRates === 'none') return FINE;
  const field = (name: string): number => getFieldOrZero(gfx, draw.registers, name);
  if (field('PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE') === 1) return FINE;
  const ordered = field('DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') === 1;
  const forced =
    shadingRates === 'fine-when-ordered' ||
    field('PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS') === 1;
  if (forceFineRate(ordered && forced)) return FINE;
  return fitRate(combineRates(field), draw.samples);
}

function combineRates(field: (name: string) => number): ShadingRate {
  let { x, y } = {
    x: Math.min(COARSEST, field('GE_VRS_RATE.RATE_X')),
    y: Math.min(COARSEST, field('GE_VRS_RATE.RATE_Y')),
  };
  const apply = (mode: number, otherX: number, otherY: number): void => {
    const combine = COMBINERS[mode] ?? COMBINERS[0];
    x = combine(x, otherX);
    y = combine(y, otherY);
  };
  for (const stage of STAGES) apply(field(stage), 0, 0);
  const rate = field('PA_SC_VRS_OVERRIDE_CNTL.VRS_RATE');
  apply(
    field('PA_SC_VRS_OVERRIDE_CNTL.VRS_OVERRIDE_RATE_COMBINER_MODE'),
    Math.min(COARSEST, rate >> 2),
    Math.min(COARSEST, rate & 3),
  );
  return { x, y };
}

function fitRate({ x, y }: ShadingRate, samples: number): ShadingRate {
  assert(samples <= MASK_BITS, 'the mask has a bit for every sample of a pixel');
  const fits = (): boolean => samples << (x + y) <= MASK_BITS;
  while (!fits()) {
    if (y > 0) y--;
    if (!fits() && x > 0) x--;
  }
  return { x, y };
}
