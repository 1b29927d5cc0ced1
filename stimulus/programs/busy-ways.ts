import type { Gfx, WaveSize } from '../../arch/index.js';
import { edit, findInstruction, insertText } from './edit.js';

/** Loads a word of the push constants into VCC; s2 is their address, whose upper half the driver fixes. */
const LOAD_CONSTANT = `
  s_mov_b32 vcc_lo, s2
  s_movk_i32 vcc_hi, 0x8000
  s_load_dword vcc_lo, vcc, 0xc0`;

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
    `s_nop 1\n s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0${LOAD_CONSTANT}`,
  );
}

/** The same program with a scalar load under way when it sends its message: nothing ordered, so no one waits for it (L21). */
export function makeExitBusy(words: readonly number[], gfx: Gfx, wave: WaveSize): number[] {
  const program = edit(words, gfx, wave);
  const message = findInstruction(program, 'message', ({ kind }) => kind === 'message');
  return insertText(program, message, LOAD_CONSTANT);
}
