import type { Freedoms } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';

/** Knob settings that trigger the tested situation regardless of the other knobs. */

/** Settings that report only real overlaps. */
export const EXACT_OVERLAPS = {
  overlapReach: setting('overlapReach', 'exact'),
  falseOverlap: 0,
  overlapEntries: 1024,
  staleNewest: setting('staleNewest', 'own'),
} as const;

/** Short waves and plenty of resources, so that many waves finish while one is still in its section. */
export const SHORT_WAVES = {
  registerRows: 0,
  stagedWaves: 64,
  exportSpace: 256,
  taQueue: 64,
  xnackRate: 0,
  issueGap: [1, 2],
  launchLatency: [2, 8],
  fetchLatency: [1, 2],
  loadLatency: [20, 60],
  storeLatency: [20, 60],
  messageLatency: [2, 8],
  exportAllocLatency: [1, 4],
} as const;

/**
 * Enough room for all waves of a layer; sample interlocks need the most. With less room, waves would exit before the
 * next layer has to wait for them.
 */
export const LAYER_OVERLAP = {
  overlapEntries: 1024,
  idWindow: 511,
  waveSlots: 64,
  registerRows: 0,
} as const;

/** Waves filled to the wave size, even if they take a long time to form. */
export const FULL_WAVES: Partial<Freedoms> = { primitivesPerWave: 16, formationTimeout: 4096 };

/** Waves with as many quads as fit, in primitive order. */
export const IN_ORDER_FULL_WAVES = {
  ...EXACT_OVERLAPS,
  ...FULL_WAVES,
  packers: 1,
  binning: setting('binning', 'off'),
} as const;

/** One wave per primitive, on one packer. */
export const WAVE_PER_PRIMITIVE = { packers: 1, primitivesPerWave: 1 } as const;

/** Many short waves at once, with exact overlaps. */
export const MANY_SHORT_WAVES = {
  ...EXACT_OVERLAPS,
  ...SHORT_WAVES,
  ...WAVE_PER_PRIMITIVE,
  waveSlots: 64,
  idWrap: 1023,
  idWindow: 512,
} as const;
