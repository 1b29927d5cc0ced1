import type { Instruction } from '../../arch/index.js';
import { factsOf, getEventWaitImmediate } from '../../arch/index.js';
import {
  dropInstructions,
  type EditedProgram,
  findInstruction,
  insertInstructions,
  insertText,
  moveInstruction,
  type ProgramFaults,
  replaceInstruction,
  replaceText,
} from './edit.js';

/** `s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)` on the generations that have it (pops.md 4). */
const SEND_ORDERED_DONE = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';

/** Adding this to a SOPC word increments its opcode, for example from `s_cmp_lt_u32` to `s_cmp_le_u32`. */
const SOPC_OPCODE_STEP = 1 << 16;
/** The difference between the SOPC words of `s_cmp_lt_u32` and `s_cmp_lt_i32`. */
const SIGNED_STEP = 6 * SOPC_OPCODE_STEP;

/** Adding this to a SOP2 word on GFX9 increments its opcode, for example from `s_add_i32` to `s_sub_i32`. */
const SOP2_OPCODE_STEP = 1 << 23;

/** The source fields of a scalar instruction. */
const SOURCES = 0xffff;
/** The second source field of a scalar instruction. */
const SECOND_SOURCE = 0xff00;
/** The encoding of the constant 0 as a source operand. */
const ZERO = 128;
/** The encoding of the constant 2 as a source operand. */
const TWO = 130;

/** The `s_bfe_u32` literal that extracts a one-bit packer field, from bit 28. */
const ONE_PACKER_BIT = 0x1001c;
/** The `s_bfe_u32` literal that extracts a two-bit packer field, from bits 29:28. */
const TWO_PACKER_BITS = 0x2001c;

/** The immediate field of `s_sleep`. */
const SLEEP_FIELD = 0xffff;

/** The immediate field of `s_wait_event`. */
const EVENT_FIELD = 0xffff;

/** The offset field of a branch. */
const BRANCH_OFFSET = 0xffff;

/** Returns the word of an event wait that no longer waits for export-ready. */
function disableEventWait({ decoded }: EditedProgram, word: number): number {
  return (word & ~EVENT_FIELD) | getEventWaitImmediate(factsOf(decoded.gfx), false);
}

/** Replaces the immediate of the program's event wait. */
function replaceEventImmediate(program: EditedProgram, immediate: number): number[] {
  const wait = findInstruction(program, 'event wait', ({ kind }) => kind === 'wait-event');
  return replaceInstruction(program, wait, (word) => (word & ~EVENT_FIELD) | immediate);
}

/** Faults in the entry to the ordered section (faults.md E). */
export const ENTRY_FAULTS: ProgramFaults = {
  F74: (program) => {
    const poll = findPoll(program);
    const backBranch = findInstruction(
      program,
      'branch back to the poll',
      ({ target }) => target === poll,
      poll,
    );
    return replaceInstruction(
      program,
      backBranch,
      (word) => (word & ~BRANCH_OFFSET) | ((word + 1) & BRANCH_OFFSET),
    );
  },
  F190: (program) => {
    const packer = findInstruction(program, 'packer write', ({ kind }) => kind === 'setreg');
    return insertInstructions(program, packer, program.decoded.instructions[packer].words);
  },
  F198: (program) => {
    const wait = findInstruction(program, 'event wait', ({ kind }) => kind === 'wait-event');
    const [word] = program.decoded.instructions[wait].words;
    return insertInstructions(program, wait, [disableEventWait(program, word)]);
  },
  F200: (program) => {
    const packer = findInstruction(program, 'packer write', ({ kind }) => kind === 'setreg');
    return insertText(program, packer, 's_setreg_imm32_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), 7');
  },
  F76: (program) => {
    const wait = findInstruction(program, 'event wait', ({ kind }) => kind === 'wait-event');
    return moveInstruction(program, wait, 0);
  },
  F80: (program) => replaceEventImmediate(program, 0),
  F81: (program) => replaceEventImmediate(program, 1),
  F82: (program) => {
    const extract = findInstruction(program, 'packer field', ({ words }) => isPackerField(words[1]));
    return replaceInstruction(program, extract, (word, i) => {
      if (i === 0) return word;
      return word === ONE_PACKER_BIT ? TWO_PACKER_BITS : ONE_PACKER_BIT;
    });
  },
  F83: (program) =>
    replaceInstruction(program, findPackerValue(program), (word) => replaceSecondSource(word, ZERO)),
  F84: (program) =>
    replaceInstruction(
      program,
      findPackerValue(program),
      (word) => ((word + SOP2_OPCODE_STEP) & ~SOURCES) | ((word & 0xff) << 8) | TWO,
    ),
  F85: (program) => dropInstructions(program, [findCorrection(program) + 1]),
  F86: (program) =>
    replaceInstruction(program, findCorrection(program), (word) =>
      replaceSecondSource(word + SOPC_OPCODE_STEP, word & 0xff),
    ),
  F87: (program) => {
    const offset = findOffset(program);
    const { instructions } = program.decoded;
    const [argument] = instructions[offset].uses.scalars;
    const [newest] = instructions[findNewest(program)].defines.scalars;
    const [spare] = instructions[findPackerValue(program)].defines.scalars;
    return insertText(
      program,
      offset,
      `s_and_b32 s${spare}, s${argument}, 0x3ff
       s_cmp_gt_u32 s${newest}, s${spare}
       s_addc_u32 s${newest}, s${newest}, 0`,
    );
  },
  F88: (program) => replaceInstruction(program, findComparison(program), (word) => word - SIGNED_STEP),
  F89: (program) => replaceInstruction(program, findComparison(program), (word) => word + SOPC_OPCODE_STEP),
  F90: (program) => {
    const offset = findOffset(program);
    const [destination] = program.decoded.instructions[offset].defines.scalars;
    return replaceText(program, offset, `s_mov_b32 s${destination}, 0`);
  },
  F91: (program) => {
    const offset = findOffset(program);
    const [destination] = program.decoded.instructions[offset].defines.scalars;
    return insertText(program, offset + 1, `s_add_i32 s${destination}, s${destination}, 1`);
  },
  F92: (program) =>
    replaceInstruction(program, findOffset(program), (word, i) => (i === 0 ? word : 0xffffffff)),
  F93: (program) => {
    const test = findInstruction(program, 'did-overlap test', (i) => i.mnemonic === 's_bitcmp1_b32');
    return dropInstructions(program, [
      findInstruction(program, 'branch around the wait', (i) => i.kind === 'branch', test),
    ]);
  },
  F94: (program) =>
    dropInstructions(program, [findInstruction(program, 'sleep', ({ kind }) => kind === 'sleep')]),
  F95: (program) => {
    const sleep = findInstruction(program, 'sleep', ({ kind }) => kind === 'sleep');
    return replaceInstruction(program, sleep, (word) => word | SLEEP_FIELD);
  },
  F97: (program) => {
    const { instructions } = program.decoded;
    const messages = instructions.filter(({ kind }) => kind === 'message').map(({ index }) => index);
    const edited = { ...program, words: dropInstructions(program, messages) };
    return insertText(edited, Math.min(findPackerWrite(program) + 1, findPoll(program)), SEND_ORDERED_DONE);
  },
};

function findPoll(program: EditedProgram): number {
  return findInstruction(program, 'poll', ({ readsExitingId }) => readsExitingId);
}

function findComparison(program: EditedProgram): number {
  return findInstruction(program, 'id comparison', (i) => i.mnemonic === 's_cmp_lt_u32', findPoll(program));
}

/** Finds the comparison whose result is added to the newest id on GFX9. */
function findCorrection(program: EditedProgram): number {
  return findInstruction(program, 'GFX9 correction', (i) => i.mnemonic === 's_cmp_gt_u32');
}

function findPackerWrite(program: EditedProgram): number {
  const register = factsOf(program.decoded.gfx).packerField?.register;
  return findInstruction(
    program,
    'packer setup',
    ({ hwreg }) => hwreg !== undefined && hwreg.id === register,
  );
}

/** Finds the instruction that computes the value of the packer register from the packer field. */
function findPackerValue(program: EditedProgram): number {
  return findPackerWrite(program) - 1;
}

/** Finds the instruction that extracts the newest id. */
function findNewest(program: EditedProgram): number {
  return findInstruction(program, 'newest id', isBitFieldExtract, findPackerWrite(program));
}

/** Finds the instruction that computes ~current, which is added to both ids. */
function findOffset(program: EditedProgram): number {
  return findInstruction(program, 'id offset', ({ mnemonic }) => mnemonic === 's_nand_b32');
}

function isBitFieldExtract({ mnemonic }: Instruction): boolean {
  return mnemonic === 's_bfe_u32';
}

/** Returns whether an `s_bfe_u32` literal extracts the packer field, which has one or two bits. */
export function isPackerField(literal: number | undefined): boolean {
  return literal === ONE_PACKER_BIT || literal === TWO_PACKER_BITS;
}

function replaceSecondSource(word: number, source: number): number {
  return (word & ~SECOND_SOURCE) | (source << 8);
}
