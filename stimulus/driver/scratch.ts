import { chipOf, factsOf, type Gfx } from '../../arch/index.js';
import { type MemoryObject, type Scenario, UsageError } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { plainBuffer } from '../kit/draws.js';
import { packRegisters } from './draw-registers.js';
import { SCRATCH_ADDRESS } from './words.js';

/** The maximum value of SPI_TMPRING_SIZE.WAVES. */
const MAX_WAVES = 0xfff;
/** The lowest bit of SPI_TMPRING_SIZE.WAVESIZE. */
const WAVESIZE_BIT = 12;

/** The maximum scratch bytes per wave that every generation's SPI_TMPRING_SIZE.WAVESIZE can express. */
export const MAX_SCRATCH_BYTES = 0x100000;

/** The scratch memory of a record's waves. Its bytes per wave are a multiple of the generation's allocation unit. */
export type ScratchRing = Readonly<Record<'address' | 'bytesPerWave', number>>;

/**
 * Returns the scratch memory of the record's waves, or undefined if they use none. Throws `UsageError` for a size that
 * `SPI_TMPRING_SIZE` cannot express.
 */
export function getScratchRing({ gfx, shader, stats }: CorpusRecord): ScratchRing | undefined {
  const bytes = stats?.scratch_bytes_per_wave ?? 0;
  if (!(bytes >= 0 && bytes <= MAX_SCRATCH_BYTES))
    throw new UsageError(
      `Invalid program ${shader}: scratch memory of ${bytes} bytes per wave; expected at most ${MAX_SCRATCH_BYTES}`,
    );
  const unit = factsOf(gfx).scratchUnitBytes;
  return bytes === 0 ? undefined : { address: SCRATCH_ADDRESS, bytesPerWave: Math.ceil(bytes / unit) * unit };
}

/** Returns the registers that set up a record's scratch memory, or no registers if it uses none. */
export function getScratchRegisters(record: CorpusRecord): Record<string, number> {
  const ring = getScratchRing(record);
  return ring === undefined ? {} : getRingRegisters(ring, record.gfx);
}

/** Returns the registers that set up the given scratch memory. */
function getRingRegisters(ring: ScratchRing, gfx: Gfx): Record<string, number> {
  const { hardwareScratchBase, scratchUnitBytes } = factsOf(gfx);
  const size = ring.bytesPerWave / scratchUnitBytes;
  const registers = { SPI_TMPRING_SIZE: (MAX_WAVES | (size << WAVESIZE_BIT)) >>> 0 };
  if (!hardwareScratchBase) return registers;
  return {
    ...registers,
    SPI_GFX_SCRATCH_BASE_LO: (ring.address / 2 ** 8) % 2 ** 32,
    SPI_GFX_SCRATCH_BASE_HI: Math.floor(ring.address / 2 ** 40),
  };
}

/** Creates scratch memory for `waves` concurrent waves. */
export function createScratchMemory({ address, bytesPerWave }: ScratchRing, waves: number): MemoryObject {
  return plainBuffer({ name: 'scratch', address }, waves * bytesPerWave, { compare: { kind: 'ignore' } });
}

/** Adds scratch memory for each wave of a scenario's draws. */
export function withScratchMemory(scenario: Scenario, ring: ScratchRing): Scenario {
  const { gfx } = chipOf(scenario.chip);
  const fields = { 'SPI_SHADER_PGM_RSRC2_PS.SCRATCH_EN': 1 };
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: packRegisters(gfx, fields, { ...draw.registers, ...getRingRegisters(ring, gfx) }),
  }));
  return {
    ...scenario,
    draws,
    memory: [...scenario.memory, createScratchMemory(ring, scenario.freedoms.waveSlots)],
  };
}
