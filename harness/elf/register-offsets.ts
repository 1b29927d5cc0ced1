import { type Gfx, getRegisterAddress, memoise } from '../../arch/index.js';

/** Registers that compilers and drivers set in objects (formats.md 10). Their addresses depend on the generation. */
const REGISTERS = [
  'SPI_SHADER_PGM_RSRC1_PS',
  'SPI_SHADER_PGM_RSRC2_PS',
  'SPI_PS_INPUT_ENA',
  'SPI_PS_INPUT_ADDR',
  'SPI_PS_IN_CONTROL',
  'SPI_BARYC_CNTL',
  'SPI_TMPRING_SIZE',
  'SPI_SHADER_Z_FORMAT',
  'SPI_SHADER_COL_FORMAT',
  'DB_SHADER_CONTROL',
  'PA_SC_MODE_CNTL_1',
  'PA_SC_SHADER_CONTROL',
];

/**
 * Byte offsets that LLVM writes on every generation, even though GFX12 moved the registers (AMDGPUAsmPrinter; llc 19).
 */
const LLVM_OFFSETS: readonly (readonly [offset: number, name: string])[] = [
  [0x286cc, 'SPI_PS_INPUT_ENA'],
  [0x286d0, 'SPI_PS_INPUT_ADDR'],
  [0x286d8, 'SPI_PS_IN_CONTROL'],
  [0x286e8, 'SPI_TMPRING_SIZE'],
];

const namesByOffset = memoise((gfx: Gfx) => {
  const generationOffsets = REGISTERS.flatMap((name) => {
    const address = getRegisterAddress(gfx, name);
    return address === undefined ? [] : [[address, name] as const];
  });
  return new Map([...LLVM_OFFSETS, ...generationOffsets]);
});

/** Returns the name of the register at a byte offset on a generation, or undefined if it is not listed above. */
export function registerAt(offset: number, gfx: Gfx): string | undefined {
  return namesByOffset(gfx).get(offset);
}
