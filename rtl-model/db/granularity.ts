import type { Gfx } from '../../arch/index.js';
import { factsOf, findRegisterField, getFieldOrZero } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';
import { PLANES } from './spec.js';

const ALL_PLANES = 0xffff;

/** The granularity at which overlap is detected within a pixel, according to a draw's registers. */
export interface Granularity {
  /** Log2 of the number of mask bits that can be distinguished. 0 means whole pixels. */
  readonly rate: number;
  /** The coverage bits that overlap detection sees. */
  readonly visible: number;
  /** The number of samples per fine pixel. */
  readonly samples: number;
}

/**
 * Reads a draw's granularity from POPS_OVERLAP_NUM_SAMPLES on GFX10.3 and earlier, or from OVERRIDE_INTRINSIC_RATE on
 * GFX11 and later. On GFX11 and later, the default is the sample rate, and a sample interlock ignores the upper mask
 * bits if there are fewer depth samples than exposed samples (S-115, S-123, S-124, S-128).
 */
export function readGranularity(gfx: Gfx, draw: Draw): Granularity {
  const field = (name: string): number | undefined => findRegisterField(gfx, draw.registers, name);
  const { overlapRateField, overlapRateEnable } = factsOf(gfx);
  const programmed = getFieldOrZero(gfx, draw.registers, overlapRateField);
  if (overlapRateEnable === undefined)
    return { rate: programmed, visible: ALL_PLANES, samples: draw.samples };
  const isOverridden = field(overlapRateEnable) === 1;
  assert(draw.samples > 0, 'every draw has at least one sample');
  const intrinsic = 31 - Math.clz32(draw.samples);
  const rate = isOverridden ? programmed : intrinsic;
  const depthSamples = field('DB_Z_INFO.NUM_SAMPLES');
  const isClamped = rate > 0 && depthSamples !== undefined;
  const visible = isClamped ? 2 ** (2 ** depthSamples) - 1 : ALL_PLANES;
  return { rate, visible, samples: draw.samples };
}

/**
 * Returns the planes covered by an invocation with the given mask, regardless of what the bits mean in the current draw
 * (S-127). A rate below the sample rate cannot distinguish bit positions that are equal modulo 2^rate, so any one of
 * them stands for the whole group.
 */
export function getCoveredPlanes(
  { rate, visible }: Pick<Granularity, 'rate' | 'visible'>,
  coverage: number,
): number {
  let planes = coverage & visible;
  const distinct = 1 << rate;
  for (let step = PLANES / 2; step >= distinct; step >>= 1) planes |= planes >>> step;
  planes &= 2 ** distinct - 1;
  for (let step = distinct; step < PLANES; step <<= 1) planes |= planes << step;
  return planes & ALL_PLANES;
}
