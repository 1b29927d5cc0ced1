import type { Instruction } from '../../arch/index.js';
import { factsOf, getCounter } from '../../arch/index.js';
import {
  dropInstructions,
  type EditedProgram,
  findInstruction,
  insertText,
  moveInstruction,
  type ProgramFaults,
  replaceInstruction,
} from './edit.js';
import { isStraightLine } from './flow.js';

/** The message that ends the section on the generations that have it (pops.md 4). */
const SEND_ORDERED_DONE = '\n s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';

/** Faults in the exit from the ordered section (faults.md E). */
export const EXIT_FAULTS: ProgramFaults = {
  // F49 is also a tracker fault that only takes effect if a section ends without a message while stores are
  // outstanding.
  F49: (program) => {
    const messages = program.decoded.instructions.filter(isMessage).map(({ index }) => index);
    return dropInstructions(program, [findStoreWait(program), ...messages]);
  },
  F71: (program) => {
    const firstEnd = findInstruction(program, 'end', (i) => i.kind === 'end');
    return dropInstructions(program, [
      findInstruction(program, 'early exit with a message', isMessage, firstEnd),
    ]);
  },
  F72: (program) => insertText(program, findMessage(program), emitEarlyReturn(emitEnd(program))),
  F73: (program) => {
    const exit = `${factsOf(program.decoded.gfx).exitsByExport ? '' : SEND_ORDERED_DONE}${emitEnd(program)}`;
    return insertText(program, findStoreWait(program), emitEarlyReturn(exit));
  },
  F98: (program) => insertText(program, findMessage(program), SEND_ORDERED_DONE),
  F100: (program) =>
    insertText(program, findMessage(program), '\n s_bitcmp1_b32 exec_lo, 1\n s_cbranch_scc0 1'),
  F101: (program) => {
    const { instructions } = program.decoded;
    const messages = instructions.filter(isMessage).map(({ index }) => index);
    const poll = findInstruction(program, 'poll', ({ readsExitingId }) => readsExitingId);
    const waitExit = findInstruction(
      program,
      'branch out of the wait',
      ({ kind }) => kind === 'branch',
      poll,
    );
    const withoutMessages = { ...program, words: dropInstructions(program, messages) };
    return insertText(withoutMessages, instructions[waitExit].target, SEND_ORDERED_DONE);
  },
  F102: (program) => dropInstructions(program, [findLoadWait(program)]),
  F103: (program) => dropInstructions(program, [findStoreWait(program)]),
  F106: (program) => replaceInstruction(program, findStoreWait(program), (word) => word | 1),
  F186: (program) => {
    const message = findMessage(program);
    const last = program.decoded.instructions.findLastIndex(({ kind }) => kind === 'export');
    const movesLater = last > message && isStraightLine(program.decoded, message, last + 1);
    return movesLater ? moveInstruction(program, message, last + 1) : [...program.words];
  },
  F194: (program) =>
    insertText(program, findMessage(program), '\n s_mov_b32 vcc_lo, src_pops_exiting_wave_id'),
  F193: (program) => insertText(program, findMessage(program), '\n s_sleep 127\n s_sleep 127'),
  F139: (program) =>
    dropInstructions(
      program,
      program.decoded.instructions.filter(({ wait }) => wait?.vs !== undefined).map(({ index }) => index),
    ),
};

/** Emits the end of a wave that exports nothing. */
function emitEnd({ decoded }: EditedProgram): string {
  const target = factsOf(decoded.gfx).hasNullTarget
    ? 'null off, off, off, off done vm'
    : 'mrt0 off, off, off, off done';
  return `\n exp ${target}\n s_endpgm`;
}

/** Emits an exit path for waves whose first lane is inactive. */
function emitEarlyReturn(pathText: string): string {
  return `\n s_bitcmp1_b32 exec_lo, 0\n s_cbranch_scc1 skip_exit${pathText}\nskip_exit:`;
}

function findMessage(program: EditedProgram): number {
  return findInstruction(program, 'message', isMessage);
}

/** Finds the wait that covers the first vector load. */
export function findLoadWait(program: EditedProgram): number {
  const counter = getCounter(program.decoded.gfx, 'load');
  const load = findInstruction(program, 'vector load', (i) => isVector(i, 'load'));
  return findInstruction(program, 'wait for the vector load', (i) => i.wait?.[counter] !== undefined, load);
}

/** Finds the wait that covers the first vector store. It is on the store counter, which GFX9 shares with loads. */
export function findStoreWait(program: EditedProgram): number {
  const counter = factsOf(program.decoded.gfx).storeCounter;
  const store = findInstruction(program, 'vector store', (i) => isVector(i, 'store'));
  return findInstruction(program, 'wait for the vector store', (i) => i.wait?.[counter] !== undefined, store);
}

function isMessage(instruction: Instruction): boolean {
  return instruction.kind === 'message';
}

function isVector(instruction: Instruction, access: 'load' | 'store'): boolean {
  return instruction.memory?.access === access && instruction.memory.space !== 'scalar';
}
