import { lookup } from '../../arch/index.js';

/** Byte offsets of the registers that compilers and drivers put into objects (formats.md 10; fields.json of the corpus). */
const OFFSETS: Readonly<Record<string, number>> = lookup({
  SPI_SHADER_PGM_RSRC1_PS: 0xb028,
  SPI_SHADER_PGM_RSRC2_PS: 0xb02c,
  SPI_PS_INPUT_ENA: 0x286cc,
  SPI_PS_INPUT_ADDR: 0x286d0,
  SPI_PS_IN_CONTROL: 0x286d8,
  SPI_BARYC_CNTL: 0x286e0,
  SPI_TMPRING_SIZE: 0x286e8,
  SPI_SHADER_Z_FORMAT: 0x28710,
  SPI_SHADER_COL_FORMAT: 0x28714,
  DB_SHADER_CONTROL: 0x2880c,
  PA_SC_MODE_CNTL_1: 0x28a4c,
  PA_SC_SHADER_CONTROL: 0x28c40,
});

const NAMES = new Map(Object.entries(OFFSETS).map(([name, offset]) => [offset, name]));

/** Name of the register at a byte offset, or undefined where it does not matter here. */
export function registerAt(offset: number): string | undefined {
  return NAMES.get(offset);
}
