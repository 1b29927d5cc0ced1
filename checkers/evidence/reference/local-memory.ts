import { factsOf, findRegisterField, type Gfx } from '../../../arch/index.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { countParameterDwords } from './initial-scalars.js';

const WORD_BYTES = 4;

/**
 * Returns the size in bytes of a pixel wave's LDS allocation: its parameters plus any extra space that the draw
 * requests.
 */
export function getLdsBytes(gfx: Gfx, wave: WaveRecord): number {
  const { draw } = wave.facts;
  const units = findRegisterField(gfx, draw.registers, 'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE') ?? 0;
  return countParameterDwords(wave) * WORD_BYTES + units * factsOf(gfx).extraLdsUnitBytes;
}
