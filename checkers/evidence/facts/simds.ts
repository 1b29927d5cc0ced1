import { chipOf, SIMDS_PER_UNIT, SIMDS_PER_WGP } from '../../../arch/index.js';
import type { CacheName, Scenario } from '../../../transactions/index.js';
import type { Ledgers } from './ledgers.js';

/**
 * Returns the SIMD of a pixel or background wave, numbered across the engine, or undefined if no launch was reported
 * for the wave.
 */
export function findSimd({ waves, background }: Ledgers, wave: number): number | undefined {
  const simd = waves.find(wave)?.simd ?? background.find(wave)?.simd ?? -1;
  return simd < 0 ? undefined : simd;
}

/** Returns the work-group processor that a SIMD belongs to (P-093). */
export function getProcessor(simd: number): number {
  return Math.floor(simd / SIMDS_PER_WGP);
}

/** Returns the compute unit that a SIMD belongs to. Each compute unit has its own texture unit and L0 (P-095). */
export function getComputeUnit(simd: number): number {
  return Math.floor(simd / SIMDS_PER_UNIT);
}

/** Returns the shader array that a SIMD's work-group processor belongs to (P-008). */
export function getShaderArray({ chip }: Scenario, simd: number): number {
  return Math.floor(getProcessor(simd) / chipOf(chip).wgpsPerArray);
}

/** Returns the index of the cache of a type that serves a SIMD. */
export function getCacheIndex(scenario: Scenario, cache: CacheName, simd: number): number {
  if (cache === 'L0') return getComputeUnit(simd);
  return cache === 'GL1' ? getShaderArray(scenario, simd) : getProcessor(simd);
}
