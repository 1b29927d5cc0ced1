import type { Gfx } from '../../arch/index.js';
import { factsOf, fieldOrZero, registerField } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';
import { PLANES } from './spec.js';

const ALL_PLANES = 0xffff;

/** The granularity within a pixel at which a draw detects overlap, from its registers. */
export interface Granularity {
  /** Log2 of the number of mask bits that are distinguished; 0: whole pixels. */
  readonly rate: number;
  /** Coverage bits visible to overlap detection. */
  readonly visible: number;
  /** Samples of a fine pixel. */
  readonly samples: number;
}

/**
 * Granularity of a draw: POPS_OVERLAP_NUM_SAMPLES up to GFX10.3, OVERRIDE_INTRINSIC_RATE since GFX11. There the default is the
 * sample rate, and with fewer depth samples than exposed samples a sample interlock ignores the upper mask bits (S-115,
 * S-123, S-124, S-128).
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
 * Planes covered by an invocation with this mask, whatever its bits mean in the current draw (S-127). A rate below the sample
 * rate cannot distinguish bits equal modulo 2^rate: each such bit represents them all.
 */
export function planesOf({ rate, visible }: Pick<Granularity, 'rate' | 'visible'>, coverage: number): number {
  let planes = coverage & visible;
  const distinct = 1 << rate;
  for (let step = PLANES / 2; step >= distinct; step >>= 1) planes |= planes >>> step;
  planes &= 2 ** distinct - 1;
  for (let step = distinct; step < PLANES; step <<= 1) planes |= planes << step;
  return planes & ALL_PLANES;
}
