import type { Freedoms } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';

/** Knobs that make the tested situation happen for any other knobs. */

/** Exact overlaps: reported exactly as they are. */
export const EXACT = {
  overlapReach: setting('overlapReach', 'exact'),
  falseOverlap: 0,
  overlapEntries: 1024,
  staleNewest: setting('staleNewest', 'own'),
} as const;

/** Short waves with room for all they need: many pass while one stays. */
export const SHORT = {
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

/** Room for all waves of a layer, most with sample interlock: with less they would be gone before the next layer waits. */
export const LAYERS_MEET = { overlapEntries: 1024, idWindow: 511, waveSlots: 64, registerRows: 0 } as const;

/** Full waves, as far as the wave size allows, however long they take. */
export const FULL_WAVES: Partial<Freedoms> = { primitivesPerWave: 16, formationTimeout: 4096 };

/** Waves with as many quads as fit, in primitive order: only the last quad closes one. */
export const WHOLE_WAVES = {
  ...EXACT,
  ...FULL_WAVES,
  packers: 1,
  binning: setting('binning', 'off'),
} as const;

/** One wave per primitive, on one packer. */
export const WAVE_EACH = { packers: 1, primitivesPerWave: 1 } as const;

/** Many such short waves at once, with exact overlaps. */
export const MANY_SHORT_WAVES = {
  ...EXACT,
  ...SHORT,
  ...WAVE_EACH,
  waveSlots: 64,
  idWrap: 1023,
  idWindow: 512,
} as const;
