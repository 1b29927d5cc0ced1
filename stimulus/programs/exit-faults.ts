import type { DecodedProgram, Instruction } from '../../arch/index.js';
import { factsOf, getCounter, SCOPES } from '../../arch/index.js';
import { getDialect, waitFor } from '../dialect/index.js';
import {
  both,
  drop,
  every,
  first,
  insert,
  moveInstruction,
  type ProgramFaults,
  replace,
  rewrite,
} from './edit.js';
import { POLL, SEND_ORDERED_DONE } from './entry-faults.js';

const MESSAGES = every(isMessage);
const MESSAGE = first('message', isMessage);
const END = first('end', ({ kind }) => kind === 'end');
const WAIT_EXIT = first('branch out of the wait', ({ kind }) => kind === 'branch', POLL);

/** The wait that covers the first vector load. */
const LOAD_WAIT = first(
  'wait for the vector load',
  ({ wait }, _, { decoded }) => wait?.[getCounter(decoded.gfx, 'load')] !== undefined,
  first('vector load', (instruction) => isVector(instruction, 'load')),
);
/** The wait that covers the first vector store. It is on the store counter, which GFX9 shares with loads. */
const STORE_WAIT = first(
  'wait for the vector store',
  ({ wait }, _, { decoded }) => wait?.[factsOf(decoded.gfx).storeCounter] !== undefined,
  first('vector store', (instruction) => isVector(instruction, 'store')),
);

/** Faults in the exit from the ordered section (faults.md E). */
export const EXIT_FAULTS: ProgramFaults = {
  // F49 is also a tracker fault that only takes effect if a section ends without a message while stores are
  // outstanding.
  F49: drop(STORE_WAIT, MESSAGES),
  F71: drop(first('early exit with a message', isMessage, END)),
  F72: insert(MESSAGE, ({ decoded }) => emitEarlyReturn(getDialect(decoded.gfx, decoded.wave).waveEnd)),
  F73: insert(STORE_WAIT, ({ decoded }) => emitEarlyReturn(getDialect(decoded.gfx, decoded.wave).sectionEnd)),
  F98: insert(MESSAGE, SEND_ORDERED_DONE),
  F100: insert(MESSAGE, '\n s_bitcmp1_b32 exec_lo, 1\n s_cbranch_scc0 1'),
  F101: both(
    drop(MESSAGES),
    insert((program) => program.decoded.instructions[WAIT_EXIT(program)].target, SEND_ORDERED_DONE),
  ),
  F102: drop(LOAD_WAIT),
  F103: drop(STORE_WAIT),
  F106: replace(STORE_WAIT, (word) => word | 1),
  F186: (program) => {
    const message = MESSAGE(program);
    const last = program.decoded.instructions.findLastIndex(({ kind }) => kind === 'export');
    const movesLater = last > message && isStraightLine(program.decoded, message, last + 1);
    return movesLater ? moveInstruction(program, message, last + 1) : [...program.words];
  },
  F194: insert(MESSAGE, 's_mov_b32 vcc_lo, src_pops_exiting_wave_id'),
  F193: insert(MESSAGE, 's_sleep 127\n s_sleep 127'),
  F139: drop(every(({ wait }) => wait?.vs !== undefined)),
};

/** Emits an exit path for waves whose first lane is inactive. */
function emitEarlyReturn(pathText: string): string {
  return `\n s_bitcmp1_b32 exec_lo, 0\n s_cbranch_scc1 skip_exit${pathText}\nskip_exit:`;
}

function isMessage({ kind }: Instruction): boolean {
  return kind === 'message';
}

/** Returns whether control always falls through from `start` to `end`, without branches out of or into the range. */
export function isStraightLine({ instructions }: DecodedProgram, start: number, end: number): boolean {
  const range = instructions.slice(start, end);
  const isEntered = instructions.some(({ target }) => target > start && target <= end);
  return !isEntered && range.every(({ kind }) => !['branch', 'setpc', 'end', 'illegal'].includes(kind));
}

/** Returns whether an instruction accesses shared memory on the vector path. */
export function isSharedAccess({ memory }: Instruction): boolean {
  return memory !== undefined && ['buffer', 'image', 'global', 'flat'].includes(memory.space);
}

function isVector({ memory }: Instruction, access: 'load' | 'store'): boolean {
  return memory?.access === access && memory.space !== 'scalar';
}

/** The lowest bit of SCOPE, which is at bits 19:18 of a memory instruction's second word (corpus, gfx12.md). */
const SCOPE_SHIFT = 18;
const SCOPE_FIELD = 0b11 << SCOPE_SHIFT;

/** The loads whose scope reaches other compute units. */
const SCOPED_LOADS = every(
  (instruction) =>
    isSharedAccess(instruction) &&
    instruction.memory?.access === 'load' &&
    (instruction.memory.scope ?? 0) > 0,
);

/** Faults in scoped accesses and split counters, which replace older mechanisms on GFX12. */
export const SCOPE_FAULTS: ProgramFaults = {
  F249: replace(
    SCOPED_LOADS,
    (word) => (word & ~SCOPE_FIELD) | (SCOPES.indexOf('SCOPE_CU') << SCOPE_SHIFT),
    1,
  ),
  F251: rewrite(LOAD_WAIT, ({ decoded }) => waitFor(decoded.gfx, 'sample')),
  F252: rewrite(STORE_WAIT, ({ decoded }) => waitFor(decoded.gfx, 'load')),
};
