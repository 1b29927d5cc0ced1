import type { Gfx, WaveSize } from '../../arch/index.js';
import { decodeForEditing, findInstruction, insertText } from './edit.js';

/**
 * Loads a push constant word into VCC. s2 holds the low address word of the push constants; the high word is fixed.
 */
const LOAD_CONSTANT = `
  s_mov_b32 vcc_lo, s2
  s_movk_i32 vcc_hi, 0x8000
  s_load_dword vcc_lo, vcc, 0xc0`;

/**
 * Adds legal work between a program's packer write and its first poll: a write that sets the rounding mode to its
 * current value (S-025), and a scalar load that stays outstanding during the poll. VCC is free at that point.
 */
export function addWorkBeforeFirstPoll(words: readonly number[], gfx: Gfx, wave: WaveSize): number[] {
  const program = decodeForEditing(words, gfx, wave);
  const write = findInstruction(program, 'packer setup', ({ kind }) => kind === 'setreg');
  return insertText(
    program,
    write + 1,
    `s_nop 1\n s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0${LOAD_CONSTANT}`,
  );
}

/** Adds an unordered scalar load that is still outstanding when the message is sent and is never waited for (L21). */
export function leaveLoadOutstandingAtExit(words: readonly number[], gfx: Gfx, wave: WaveSize): number[] {
  const program = decodeForEditing(words, gfx, wave);
  const message = findInstruction(program, 'message', ({ kind }) => kind === 'message');
  return insertText(program, message, LOAD_CONSTANT);
}
