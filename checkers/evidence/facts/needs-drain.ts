import type { DrawState } from './draw-state.js';

/**
 * Whether an interlocked draw must drain on overlap, because its chip misses overlaps at or above a certain number of
 * raster or depth samples (S-130). The number of depth samples is only read if raster samples do not decide it,
 * since its register may be missing.
 */
export function needsDrain(state: DrawState): boolean {
  if (!state.facts.interlocked) return false;
  const threshold = state.chip.quirks?.missedOverlapSamples;
  if (threshold === undefined) return false;
  const reaches = (log2: number | undefined): boolean => log2 !== undefined && 1 << log2 >= threshold;
  return (
    reaches(state.field('PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES')) || reaches(state.field('DB_Z_INFO.NUM_SAMPLES'))
  );
}
