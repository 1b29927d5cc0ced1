import type { Gfx, WaveSize } from '../../arch/index.js';
import { edit, findInstruction, insertText } from './edit.js';

/**
 * The same program with more to do between its packer write and its first poll, all of it legal: it sets the rounding mode
 * that it has already (S-025), and has a scalar load under way while it waits. VCC is free there, and s2 is the address
 * of push constants, whose upper half the driver fixes.
 */
export function makeEntryBusy(words: readonly number[], gfx: Gfx, wave: WaveSize): number[] {
  const program = edit(words, gfx, wave);
  const write = findInstruction(program, 'packer set-up', ({ kind }) => kind === 'setreg');
  return insertText(
    program,
    write + 1,
    `s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0
     s_mov_b32 vcc_lo, s2
     s_movk_i32 vcc_hi, 0x8000
     s_load_dword vcc_lo, vcc, 0xc0`,
  );
}
