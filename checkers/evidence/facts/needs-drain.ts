import type { DrawState } from './draw-state.js';

/**
 * Whether an interlocked draw must drain on overlap, because its chip misses overlaps at or above a certain number of
 * raster or depth samples (S-130). The depth sample count is only read if the raster sample count is below the
 * threshold, because the depth register may be missing.
 */
export function needsDrain(state: DrawState): boolean {
  if (!state.facts.interlocked) return false;
  const threshold = state.chip.quirks?.missedOverlapSamples;
  if (threshold === undefined) return false;
  const reachesThreshold = (log2?: number): boolean => log2 !== undefined && 1 << log2 >= threshold;
  return (
    reachesThreshold(state.getField('PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES')) ||
    reachesThreshold(state.getField('DB_Z_INFO.NUM_SAMPLES'))
  );
}
