import type { Chip, WaveSize } from './chips.js';
import { allocationOf } from './isa/allocation.js';
import { type SinceGeneration, sinceGeneration } from './since-generation.js';

/** One SIMD's registers for its waves (P-029; LLVM's AMDGPU subtarget facts for sizes and granules). */
export interface RegisterFiles {
  /** Rows of 32 lanes; a vector register of a wave64 takes two. */
  readonly vectorRows: number;
  /** Waves get whole granules of rows. */
  readonly vectorGranule: number;
  /** SGPRs shared by waves, 0 if each wave has its own fixed set. */
  readonly scalars: number;
  readonly scalarGranule: number;
}

const FILES: SinceGeneration<RegisterFiles> = {
  gfx9: { vectorRows: 512, vectorGranule: 8, scalars: 800, scalarGranule: 16 },
  gfx10: { vectorRows: 1024, vectorGranule: 8, scalars: 0, scalarGranule: 1 },
  'gfx10.3': { vectorRows: 1024, vectorGranule: 16, scalars: 0, scalarGranule: 1 },
};

/** Files of chips with 50 % more vector registers. */
const LARGE_FILES: RegisterFiles = {
  ...sinceGeneration(FILES, 'gfx11'),
  vectorRows: 1536,
  vectorGranule: 24,
};

/** A work-group processor of the modelled engine has four SIMDs of sixteen wave slots each (P-036). */
export const SIMDS_PER_WGP = 4;
export const SLOTS_PER_SIMD = 16;

/** SIMDs of a compute unit: the first or last two of a work-group processor's four (P-037, P-113). */
export const SIMDS_PER_UNIT = 2;

/** Wave slots of the modelled engine; no setting exceeds them (P-036). */
export function slotsOf({ shaderArrays, wgpsPerArray }: Chip): number {
  return shaderArrays * wgpsPerArray * SIMDS_PER_WGP * SLOTS_PER_SIMD;
}

/** Register files of one SIMD of the chip. */
export function registerFiles({ gfx, largeRegisterFile }: Chip): RegisterFiles {
  return largeRegisterFile === true ? LARGE_FILES : sinceGeneration(FILES, gfx);
}

/** Maximum number of vector registers of a wave. */
const VECTORS_MAX = 256;

/** Rows of a wave64 with all its vector registers: the smallest file that fits every wave of the chip. */
export function largestWaveRows(chip: Chip): number {
  return wholeGranules(VECTORS_MAX * 2, registerFiles(chip).vectorGranule);
}

/** Rows and SGPRs a wave takes from its SIMD's register files. */
export interface RegisterNeed {
  readonly rows: number;
  readonly scalars: number;
}

/**
 * Registers of a wave, in whole granules, from SPI_SHADER_PGM_RSRC1_PS.
 *
 * @param registers raw register values of the draw by name; without RSRC1 a wave takes one granule
 */
export function registerNeed(
  chip: Chip,
  wave: WaveSize,
  registers: Readonly<Record<string, number>>,
): RegisterNeed {
  const { vectors, allocatedScalars } = allocationOf(chip.gfx, wave, registers) ?? {
    vectors: 1,
    allocatedScalars: 1,
  };
  return wholeRegisters(chip, wave, vectors, allocatedScalars);
}

/** Rows and SGPRs, in whole granules, of a wave that owns this many registers. */
export function wholeRegisters(
  chip: Chip,
  wave: WaveSize,
  vectors: number,
  allocatedScalars: number,
): RegisterNeed {
  const files = registerFiles(chip);
  return {
    rows: wholeGranules(vectors * (wave / 32), files.vectorGranule),
    scalars: files.scalars === 0 ? 0 : wholeGranules(allocatedScalars, files.scalarGranule),
  };
}

function wholeGranules(count: number, granule: number): number {
  return Math.ceil(count / granule) * granule;
}
