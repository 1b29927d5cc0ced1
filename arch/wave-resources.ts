import type { Chip, WaveSize } from './chips.js';
import { getAllocation } from './isa/allocation.js';
import { getGenerationEntry, type SinceGeneration } from './since-generation.js';

/** One SIMD's register files (P-029; LLVM's AMDGPU subtarget facts for sizes and granules). */
export interface RegisterFiles {
  /** Number of rows of 32 lanes. A vector register of a wave64 takes two rows. */
  readonly vectorRows: number;
  /** The allocation granularity, in rows. */
  readonly vectorGranule: number;
  /** Number of SGPRs that waves share, or 0 if every wave gets a fixed number. */
  readonly scalars: number;
  readonly scalarGranule: number;
}

const REGISTER_FILES: SinceGeneration<RegisterFiles> = {
  gfx9: { vectorRows: 512, vectorGranule: 8, scalars: 800, scalarGranule: 16 },
  gfx10: { vectorRows: 1024, vectorGranule: 8, scalars: 0, scalarGranule: 1 },
  'gfx10.3': { vectorRows: 1024, vectorGranule: 16, scalars: 0, scalarGranule: 1 },
};

/** The register files of chips with 50% more vector registers. */
const LARGE_FILES: RegisterFiles = {
  ...getGenerationEntry(REGISTER_FILES, 'gfx11'),
  vectorRows: 1536,
  vectorGranule: 24,
};

/** Number of SIMDs in a work-group processor of the modelled engine (P-036). */
export const SIMDS_PER_WGP = 4;
/** Number of wave slots in a SIMD of the modelled engine (P-036). */
export const SLOTS_PER_SIMD = 16;

/** A compute unit is the first or the last two of a work-group processor's four SIMDs (P-037, P-113). */
export const SIMDS_PER_UNIT = 2;

/** Returns the number of wave slots in the modelled engine, the upper bound for any setting (P-036). */
export function countSlots({ shaderArrays, wgpsPerArray }: Chip): number {
  return shaderArrays * wgpsPerArray * SIMDS_PER_WGP * SLOTS_PER_SIMD;
}

/** Returns the register files of one SIMD of the chip. */
export function getRegisterFiles({ gfx, largeRegisterFile }: Chip): RegisterFiles {
  return largeRegisterFile === true ? LARGE_FILES : getGenerationEntry(REGISTER_FILES, gfx);
}

/** Maximum number of vector registers per wave. */
const MAX_VECTORS = 256;

/**
 * Returns the number of rows that a wave64 needs for the maximum number of vector registers. This is the size of the
 * smallest register file that can hold any wave of the chip.
 */
export function getMaxWaveRows(chip: Chip): number {
  return roundUpToGranule(MAX_VECTORS * 2, getRegisterFiles(chip).vectorGranule);
}

/** The rows and SGPRs that a wave takes from its SIMD's register files. */
export interface RegisterRequirement {
  readonly rows: number;
  readonly scalars: number;
}

/**
 * Returns the registers that a wave needs according to SPI_SHADER_PGM_RSRC1_PS, in whole granules.
 *
 * @param registers raw register values of the draw, by name; without RSRC1 a wave takes one granule
 */
export function getRegisterRequirement(
  chip: Chip,
  wave: WaveSize,
  registers: Readonly<Record<string, number>>,
): RegisterRequirement {
  const { vectors, allocatedScalars } = getAllocation(chip.gfx, wave, registers) ?? {
    vectors: 1,
    allocatedScalars: 1,
  };
  return roundUpRegisters(chip, wave, vectors, allocatedScalars);
}

/** Returns the rows and SGPRs that a wave with the given number of registers needs, in whole granules. */
export function roundUpRegisters(
  chip: Chip,
  wave: WaveSize,
  vectors: number,
  allocatedScalars: number,
): RegisterRequirement {
  const files = getRegisterFiles(chip);
  return {
    rows: roundUpToGranule(vectors * (wave / 32), files.vectorGranule),
    scalars: files.scalars === 0 ? 0 : roundUpToGranule(allocatedScalars, files.scalarGranule),
  };
}

function roundUpToGranule(count: number, granule: number): number {
  return Math.ceil(count / granule) * granule;
}
