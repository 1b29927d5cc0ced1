import type { Gfx } from '../../arch/index.js';
import { factsOf, fieldOrZero, registerField } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';
import { PLANES } from './spec.js';

const ALL_PLANES = 0xffff;

/** How finely overlap within a pixel is told apart, from the registers of a draw. */
export interface Granularity {
  /** Log2 of the number of mask bits that are distinguished; 0: whole pixels. */
  readonly rate: number;
  /** Coverage bits that overlap detection sees at all. */
  readonly visible: number;
  /** Samples of a fine pixel. */
  readonly samples: number;
}

/**
 * Granularity of a draw: POPS_OVERLAP_NUM_SAMPLES up to GFX10.3, OVERRIDE_INTRINSIC_RATE on GFX11, where a rate that is
 * not overridden is that of the samples, and where depth samples below the exposed ones hide the upper mask bits of a
 * sample interlock (S-115, S-123, S-124, S-128).
 */
export function granularityOf(gfx: Gfx, draw: Draw): Granularity {
  const field = (name: string): number | undefined => registerField(gfx, draw.registers, name);
  const { overlapRateField, overlapRateEnable } = factsOf(gfx);
  const given = fieldOrZero(gfx, draw.registers, overlapRateField);
  if (overlapRateEnable === undefined) return { rate: given, visible: ALL_PLANES, samples: draw.samples };
  const overridden = field(overlapRateEnable) === 1;
  assert(draw.samples > 0, 'every draw has at least one sample');
  const intrinsic = 31 - Math.clz32(draw.samples);
  const rate = overridden ? given : intrinsic;
  const depthSamples = field('DB_Z_INFO.NUM_SAMPLES');
  const clamped = rate > 0 && depthSamples !== undefined;
  const visible = clamped ? 2 ** (2 ** depthSamples) - 1 : ALL_PLANES;
  return { rate, visible, samples: draw.samples };
}

/**
 * Planes that an invocation with this coverage holds: its mask bits, whatever they mean in the draw at hand (S-127). A
 * rate below the samples cannot tell bits apart that are equal modulo its 2^rate; such a bit stands for all of them.
 */
export function planesOf({ rate, visible }: Pick<Granularity, 'rate' | 'visible'>, coverage: number): number {
  let planes = coverage & visible;
  const told = 1 << rate;
  for (let step = PLANES / 2; step >= told; step >>= 1) planes |= planes >>> step;
  planes &= 2 ** told - 1;
  for (let step = told; step < PLANES; step <<= 1) planes |= planes << step;
  return planes & ALL_PLANES;
}
