import { factsOf, getEventWaitImmediate } from '../../arch/index.js';
import {
  both,
  copy,
  drop,
  type EditedProgram,
  every,
  first,
  following,
  insert,
  move,
  type Place,
  type ProgramFaults,
  replace,
  rewrite,
} from './edit.js';

/** `s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)` on the generations that have it (pops.md 4). */
export const SEND_ORDERED_DONE = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';

/** Adding this to a SOPC word increments its opcode, for example from `s_cmp_lt_u32` to `s_cmp_le_u32`. */
const SOPC_OPCODE_STEP = 1 << 16;
/** The difference between the SOPC words of `s_cmp_lt_u32` and `s_cmp_lt_i32`. */
const SIGNED_STEP = 6 * SOPC_OPCODE_STEP;

/** Adding this to a SOP2 word on GFX9 increments its opcode, for example from `s_add_i32` to `s_sub_i32`. */
const SOP2_OPCODE_STEP = 1 << 23;

/** The encoding of the constant 0 as a source operand. */
const ZERO = 128;
/** The encoding of the constant 2 as a source operand. */
const TWO = 130;

/** The `s_bfe_u32` literal that extracts a one-bit packer field, from bit 28. */
const ONE_PACKER_BIT = 0x1001c;
/** The `s_bfe_u32` literal that extracts a two-bit packer field, from bits 29:28. */
const TWO_PACKER_BITS = 0x2001c;

/** The low half of a scalar instruction: two sources (second one high), an immediate, or a branch's offset. */
const LOW_HALF = 0xffff;

const EVENT_WAIT = first('event wait', ({ kind }) => kind === 'wait-event');
const SET_REGISTER = first('packer write', ({ kind }) => kind === 'setreg');
const SLEEP = first('sleep', ({ kind }) => kind === 'sleep');
export const POLL = first('poll', ({ readsExitingId }) => readsExitingId);
export const BACK_BRANCH = first('branch back to the poll', ({ target }, poll) => target === poll, POLL);
const COMPARISON = first('id comparison', ({ mnemonic }) => mnemonic === 's_cmp_lt_u32', POLL);
/** The comparison whose result is added to the newest id on GFX9. */
const CORRECTION = first('GFX9 correction', ({ mnemonic }) => mnemonic === 's_cmp_gt_u32');
const PACKER_WRITE = first(
  'packer setup',
  ({ hwreg }, _, { decoded }) =>
    hwreg !== undefined && hwreg.id === factsOf(decoded.gfx).packerField?.register,
);
/** The instruction that computes the value of the packer register from the packer field. */
const PACKER_VALUE = following(PACKER_WRITE, -1);
/** The instruction that extracts the packer field. */
const PACKER_FIELD = first('packer field', ({ words }) => isPackerField(words[1]));
/** The instruction that extracts the newest id. */
const NEWEST = first('newest id', ({ mnemonic }) => mnemonic === 's_bfe_u32', PACKER_WRITE);
/** The instruction that computes ~current, which is added to both ids. */
const OFFSET = first('id offset', ({ mnemonic }) => mnemonic === 's_nand_b32');
const OVERLAP_TEST = first('did-overlap test', ({ mnemonic }) => mnemonic === 's_bitcmp1_b32');

/** Faults in the entry to the ordered section (faults.md E). */
export const ENTRY_FAULTS: ProgramFaults = {
  F74: replace(BACK_BRANCH, (word) => withLowHalf(word, word + 1)),
  F190: copy(SET_REGISTER),
  F198: insert(EVENT_WAIT, (program) => {
    const [word] = program.decoded.instructions[EVENT_WAIT(program)].words;
    return [withLowHalf(word, getEventWaitImmediate(factsOf(program.decoded.gfx), false))];
  }),
  F200: insert(SET_REGISTER, 's_setreg_imm32_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), 7'),
  F76: move(EVENT_WAIT, () => 0),
  F80: replace(EVENT_WAIT, (word) => withLowHalf(word, 0)),
  F81: replace(EVENT_WAIT, (word) => withLowHalf(word, 1)),
  F82: replace(PACKER_FIELD, (word) => (word === ONE_PACKER_BIT ? TWO_PACKER_BITS : ONE_PACKER_BIT), 1),
  F83: replace(PACKER_VALUE, (word) => withSecondSource(word, ZERO)),
  F84: replace(PACKER_VALUE, (word) => withLowHalf(word + SOP2_OPCODE_STEP, ((word & 0xff) << 8) | TWO)),
  F85: drop(following(CORRECTION)),
  F86: replace(CORRECTION, (word) => withSecondSource(word + SOPC_OPCODE_STEP, word & 0xff)),
  F87: insert(OFFSET, (program) => {
    const [argument] = program.decoded.instructions[OFFSET(program)].uses.scalars;
    const [newest, spare] = [getDestination(program, NEWEST), getDestination(program, PACKER_VALUE)];
    return `s_and_b32 s${spare}, s${argument}, 0x3ff
       s_cmp_gt_u32 s${newest}, s${spare}
       s_addc_u32 s${newest}, s${newest}, 0`;
  }),
  F88: replace(COMPARISON, (word) => word - SIGNED_STEP),
  F89: replace(COMPARISON, (word) => word + SOPC_OPCODE_STEP),
  F90: rewrite(OFFSET, (program) => `s_mov_b32 s${getDestination(program, OFFSET)}, 0`),
  F91: insert(following(OFFSET), (program) => {
    const destination = getDestination(program, OFFSET);
    return `s_add_i32 s${destination}, s${destination}, 1`;
  }),
  F92: replace(OFFSET, () => 0xffffffff, 1),
  F93: drop(first('branch around the wait', ({ kind }) => kind === 'branch', OVERLAP_TEST)),
  F94: drop(SLEEP),
  F95: replace(SLEEP, (word) => word | LOW_HALF),
  F97: both(
    drop(every(({ kind }) => kind === 'message')),
    insert((program) => Math.min(PACKER_WRITE(program) + 1, POLL(program)), SEND_ORDERED_DONE),
  ),
};

function withLowHalf(word: number, half: number): number {
  return (word & ~LOW_HALF) | (half & LOW_HALF);
}

/** Replaces the second source of a scalar instruction. */
function withSecondSource(word: number, second: number): number {
  return (word & ~0xff00) | (second << 8);
}

function getDestination(program: EditedProgram, place: Place): number {
  return program.decoded.instructions[place(program)].defines.scalars[0];
}

/** Returns whether an `s_bfe_u32` literal extracts the packer field, which has one or two bits. */
export function isPackerField(literal: number | undefined): boolean {
  return literal === ONE_PACKER_BIT || literal === TWO_PACKER_BITS;
}
