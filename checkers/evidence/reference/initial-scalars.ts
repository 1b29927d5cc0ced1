import type { Gfx, WaveState } from '../../../arch/index.js';
import { findMax, findRegisterField, getParameterIndex, PARAMETER_DWORDS } from '../../../arch/index.js';
import type { WaveRecord } from '../ledger/wave-record.js';

const USER_DATA = 'SPI_SHADER_USER_DATA_PS_';

/** Returns a draw's user SGPRs. `SPI_SHADER_USER_DATA_PS_n` goes to sn; missing registers are 0. */
export function getUserData(registers: Readonly<Record<string, number>>): Int32Array {
  const userRegisters = Object.entries(registers).filter(([name]) => name.startsWith(USER_DATA));
  const indices = userRegisters.map(([name]) => Number(name.slice(USER_DATA.length)));
  const words = new Int32Array(
    findMax(
      indices.map((index) => index + 1),
      0,
    ),
  );
  userRegisters.forEach(([, value], index) => {
    words[indices[index]] = value;
  });
  return words;
}

/** Returns the initial MODE. RSRC1_PS.FLOAT_MODE sets its rounding and denormal modes (corpus README). */
export function getInitialMode(gfx: Gfx, registers: Readonly<Record<string, number>>): number {
  return findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC1_PS.FLOAT_MODE') ?? 0;
}

/**
 * Returns the initial FLAT_SCRATCH (GFX11 and later), which points to the first slot's scratch memory. The
 * reference runs one wave at a time, so all waves can share it.
 */
export function getInitialScratch(registers: Readonly<Record<string, number>>): readonly [number, number] {
  const { SPI_GFX_SCRATCH_BASE_LO: low = 0, SPI_GFX_SCRATCH_BASE_HI: high = 0 } = registers;
  return [low << 8, (low >>> 24) | ((high & 0xff) << 8)];
}

/**
 * Loads the system SGPRs that the program declares: the prim mask, the intrawave mask, and a collision argument
 * that reports no overlap.
 */
export function loadSystemScalars(state: WaveState, wave: WaveRecord): void {
  for (const argument of wave.facts.program.arguments) {
    if (argument.file !== 's') continue;
    if (argument.name === 'prim_mask') state.s[argument.register] = computePrimMask(wave);
    else if (argument.name === 'pops_intrawave_collision') state.s[argument.register] = wave.intrawaveMask;
    else if (argument.name === 'pops_collision_wave_id')
      state.s[argument.register] = (wave.packer << 28) | (wave.id << 16) | wave.id;
  }
}

/**
 * Returns the prim-mask SGPR for parameters that start at byte 0. Bit 16 + i is set if quad i + 1 starts a new
 * primitive (pops.md 5.3).
 */
export function computePrimMask(wave: WaveRecord): number {
  let starts = 0;
  for (let quad = 1; quad < wave.quadCount; quad++)
    if (wave.getPrimitive(quad) !== wave.getPrimitive(quad - 1)) starts |= 1 << (quad - 1);
  return starts << 16;
}

/** Returns the total number of parameter dwords for a wave's primitives. */
export function countParameterDwords(wave: WaveRecord): number {
  return wave.facts.draw.attributes * wave.primitiveCount * PARAMETER_DWORDS;
}

/** Fills parameter memory with the attributes of the wave's primitives, in `getParameterIndex` layout. */
export function loadParameters(state: WaveState, wave: WaveRecord): void {
  const { draw, firstPrimitive } = wave.facts;
  const mask = computePrimMask(wave);
  const words = countParameterDwords(wave);
  if (state.lds.length < words) state.lds = new Int32Array(words);
  for (let quad = 0; quad < wave.quadCount; quad++) {
    if (quad > 0 && wave.getPrimitive(quad) === wave.getPrimitive(quad - 1)) continue;
    const primitive = wave.getPrimitive(quad) - firstPrimitive;
    for (let attribute = 0; attribute < draw.attributes; attribute++) {
      const from = (primitive * draw.attributes + attribute) * PARAMETER_DWORDS;
      const to = getParameterIndex(mask, quad, attribute, 0, 0);
      for (let d = 0; d < PARAMETER_DWORDS; d++) state.lds[to + d] = draw.parameters[from + d];
    }
  }
}
