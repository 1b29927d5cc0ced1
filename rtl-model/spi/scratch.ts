import type { Gfx, WaveState } from '../../arch/index.js';
import { factsOf, fieldOrZero, HWREG, registerField } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';

/** Private memory of a draw's waves, from its registers. Each running wave has its own part. */
export interface ScratchPlan {
  readonly bytesPerWave: number;
  /** Number of the engine's waves that can have a part at once: SPI_TMPRING_SIZE.WAVES. */
  readonly waves: number;
  /** SGPR for the wave's offset, up to GFX10.3; undefined if hardware sets the base itself. */
  readonly offsetRegister: number | undefined;
  /** GFX11: first byte of the memory of all waves, from SPI_GFX_SCRATCH_BASE. */
  readonly base: number;
}

/**
 * A draw's private memory; undefined if RSRC2.SCRATCH_EN is clear (corpus README, `scratch_offset`). `nextRegister` is the
 * first SGPR after the other arguments.
 */
export function scratchPlan(
  gfx: Gfx,
  registers: Readonly<Record<string, number>>,
  nextRegister: number,
): ScratchPlan | undefined {
  if (registerField(gfx, registers, 'SPI_SHADER_PGM_RSRC2_PS.SCRATCH_EN') !== 1) return undefined;
  const { hardwareScratchBase, scratchUnitBytes } = factsOf(gfx);
  const size = fieldOrZero(gfx, registers, 'SPI_TMPRING_SIZE.WAVESIZE');
  const { SPI_GFX_SCRATCH_BASE_LO: low = 0, SPI_GFX_SCRATCH_BASE_HI: high = 0 } = registers;
  return {
    bytesPerWave: size * scratchUnitBytes,
    waves: fieldOrZero(gfx, registers, 'SPI_TMPRING_SIZE.WAVES'),
    offsetRegister: hardwareScratchBase ? undefined : nextRegister,
    base: (low >>> 0) * 2 ** 8 + (high & 0xff) * 2 ** 40,
  };
}

/** Sets a starting wave's private memory location: its offset in an SGPR, or since GFX11 the address in FLAT_SCRATCH. */
export function loadScratch({ s, hw }: WaveState, plan: ScratchPlan, part: number): void {
  assert(part >= 0, 'private memory has a free part for the wave');
  const offset = part * plan.bytesPerWave;
  if (plan.offsetRegister !== undefined) {
    s[plan.offsetRegister] = offset;
    return;
  }
  const address = plan.base + offset;
  // A register keeps the low 32 bits of its value.
  hw[HWREG.FLAT_SCRATCH_LO] = address;
  hw[HWREG.FLAT_SCRATCH_HI] = Math.floor(address / 2 ** 32);
}
