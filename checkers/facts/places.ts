import { chipOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { SIMDS_PER_WGP } from './issue-backlog.js';
import type { Ledgers } from './ledgers.js';

/** SIMD that a wave of either kind runs on, counted through the engine; undefined where no launch was told. */
export function simdOf({ waves, background }: Ledgers, wave: number): number | undefined {
  const simd = waves.find(wave)?.simd ?? background.find(wave)?.simd ?? -1;
  return simd < 0 ? undefined : simd;
}

/** Work-group processor that a SIMD belongs to (P-093). */
export function processorOf(simd: number): number {
  return Math.floor(simd / SIMDS_PER_WGP);
}

/** SIMDs of a compute unit: the first two of a work-group processor's four, or the last two (P-037, P-113). */
export const SIMDS_PER_UNIT = 2;

/** Compute unit that a SIMD belongs to, with its texture unit and L0 (P-095). */
export function computeUnitOf(simd: number): number {
  return Math.floor(simd / SIMDS_PER_UNIT);
}

/** Shader array that a SIMD's work-group processor belongs to (P-008). */
export function arrayOf({ chip }: Scenario, simd: number): number {
  return Math.floor(processorOf(simd) / chipOf(chip).wgpsPerArray);
}
