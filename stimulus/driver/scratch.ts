import { factsOf } from '../../arch/index.js';
import type { MemoryObject } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { RINGS_LOW, SCRATCH_ADDRESS, WINDOW } from './places.js';

/** Largest SPI_TMPRING_SIZE.WAVES, and the place of WAVESIZE. */
const WAVES_MAX = 0xfff;
const WAVESIZE_BIT = 12;

/**
 * What the driver's table adds to the upper half of the private memory's base, up to GFX10.3: the rest of a buffer
 * descriptor. Programs take it off again.
 */
const DESCRIPTOR_BITS = 0x80010000;

/** Bytes of private memory that a wave of the record takes. */
function bytesPerWave(record: CorpusRecord): number {
  return record.stats?.scratch_bytes_per_wave ?? 0;
}

/** Bytes as SPI_TMPRING_SIZE gives them: whole units. */
function allocatedPerWave(record: CorpusRecord): number {
  const unit = factsOf(record.gfx).scratchUnitBytes;
  return Math.ceil(bytesPerWave(record) / unit) * unit;
}

/** Whether waves of the record have private memory. */
function usesScratch(record: CorpusRecord): boolean {
  return bytesPerWave(record) > 0;
}

/** Registers that give waves their private memory; none for a record without it. */
export function scratchRegisters(record: CorpusRecord): Record<string, number> {
  if (!usesScratch(record)) return {};
  const size = allocatedPerWave(record) / factsOf(record.gfx).scratchUnitBytes;
  const registers: Record<string, number> = {
    SPI_TMPRING_SIZE: (WAVES_MAX | (size << WAVESIZE_BIT)) >>> 0,
    SPI_SHADER_USER_DATA_PS_0: RINGS_LOW,
    SPI_SHADER_USER_DATA_PS_1: 0xffff8000,
  };
  if (!factsOf(record.gfx).hardwareScratchBase) return registers;
  return {
    ...registers,
    SPI_GFX_SCRATCH_BASE_LO: (SCRATCH_ADDRESS / 2 ** 8) % 2 ** 32,
    SPI_GFX_SCRATCH_BASE_HI: Math.floor(SCRATCH_ADDRESS / 2 ** 40),
  };
}

/** The driver's table and room for `waves` waves at once; nothing for a record without private memory. */
export function scratchMemory(record: CorpusRecord, waves: number): MemoryObject[] {
  if (!usesScratch(record)) return [];
  const base = [SCRATCH_ADDRESS % 2 ** 32, (Math.floor(SCRATCH_ADDRESS / 2 ** 32) + DESCRIPTOR_BITS) >>> 0];
  return [
    { name: 'rings', address: WINDOW + RINGS_LOW, bytes: 8, initial: base, compare: { kind: 'bytes' } },
    {
      name: 'scratch',
      address: SCRATCH_ADDRESS,
      bytes: waves * allocatedPerWave(record),
      initial: [],
      compare: { kind: 'ignore' },
    },
  ];
}
