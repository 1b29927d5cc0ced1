import type { Gfx, WaveState } from '../../arch/index.js';
import { factsOf, findRegisterField, getFieldOrZero, HWREG } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';

/**
 * Plans the scratch memory of a draw. Returns undefined if RSRC2.SCRATCH_EN is clear (corpus README, `scratch_offset`).
 *
 * @param nextRegister first SGPR after the other arguments
 */
export function planScratch(gfx: Gfx, registers: Readonly<Record<string, number>>, nextRegister: number) {
  if (findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC2_PS.SCRATCH_EN') !== 1) return undefined;
  const { hardwareScratchBase, scratchUnitBytes } = factsOf(gfx);
  const size = getFieldOrZero(gfx, registers, 'SPI_TMPRING_SIZE.WAVESIZE');
  const { SPI_GFX_SCRATCH_BASE_LO: low = 0, SPI_GFX_SCRATCH_BASE_HI: high = 0 } = registers;
  return {
    bytesPerWave: size * scratchUnitBytes,
    /** Maximum number of waves in the engine that can have a slot at the same time (SPI_TMPRING_SIZE.WAVES). */
    waves: getFieldOrZero(gfx, registers, 'SPI_TMPRING_SIZE.WAVES'),
    /** The SGPR for the wave's offset on GFX10.3 and earlier, or undefined if the hardware sets the base itself. */
    offsetRegister: hardwareScratchBase ? undefined : nextRegister,
    /** Address of the first slot, from SPI_GFX_SCRATCH_BASE (on GFX11 and later). */
    base: (low >>> 0) * 2 ** 8 + (high & 0xff) * 2 ** 40,
  };
}

/** Scratch memory layout for a draw's waves, taken from the draw's registers. Each running wave has its own slot. */
export type ScratchPlan = Readonly<NonNullable<ReturnType<typeof planScratch>>>;

/**
 * Tells a starting wave where its scratch memory is: its offset in an SGPR or, on GFX11 and later, its address in
 * FLAT_SCRATCH.
 */
export function loadScratch({ s, hw }: WaveState, plan: ScratchPlan, slot: number): void {
  assert(slot >= 0, 'the wave has a slot in scratch memory');
  const offset = slot * plan.bytesPerWave;
  if (plan.offsetRegister !== undefined) {
    s[plan.offsetRegister] = offset;
    return;
  }
  const address = plan.base + offset;
  // Assigning to the register keeps only the low 32 bits.
  hw[HWREG.FLAT_SCRATCH_LO] = address;
  hw[HWREG.FLAT_SCRATCH_HI] = Math.floor(address / 2 ** 32);
}
