import { both, drop, every, first, following, insert, type Mutator, type Places, replace } from './edit.js';

const PACKER_WRITE = first('packer setup', ({ kind }) => kind === 'setreg');

/** The number of instructions that set the packer: extract it, form the register value, and write the register. */
const SETUP_LENGTH = 3;

/**
 * Makes a program set the packer at its start, even in waves without overlap. This is legal (S-023), and makes the
 * exit mandatory on every path, including early discard (S-078).
 */
export const setPackerFirst: Mutator = insert(
  () => 0,
  (program) => {
    const end = PACKER_WRITE(program) + 1;
    return program.decoded.instructions.slice(end - SETUP_LENGTH, end).flatMap(({ words }) => words);
  },
);

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
export const addWorkBeforeFirstPoll: Mutator = insert(
  following(PACKER_WRITE),
  `s_nop 1\n s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0${LOAD_CONSTANT}`,
);

/** Adds an unordered scalar load that is still outstanding when the message is sent and is never waited for (L21). */
export const leaveLoadOutstandingAtExit: Mutator = insert(
  first('message', ({ kind }) => kind === 'message'),
  LOAD_CONSTANT,
);

/** `s_endpgm_ordered_ps_done` on the generations that have it (pops.md 4). */
const END_ORDERED = 0xbf9e0000;

/** Drops instructions, and replaces a program's ends with `s_endpgm_ordered_ps_done`, which sends the message itself. */
function endOrdered(places: Places): Mutator {
  return both(
    drop(places),
    replace(
      every(({ kind }) => kind === 'end'),
      () => END_ORDERED,
    ),
  );
}

/** Replaces a program's messages with the combined end. The exit is later, but still legal. */
export const replaceMessages: Mutator = endOrdered(every(({ kind }) => kind === 'message'));

/** Like `replaceMessages`, but also drops the waits directly before messages: the end waits for all counters (S-090). */
export const combineExits: Mutator = endOrdered(({ decoded: { instructions } }) =>
  instructions.flatMap(({ kind, index }) => {
    if (kind !== 'message') return [];
    const lastNonWait = instructions.slice(0, index).findLastIndex((other) => other.kind !== 'waitcnt');
    return Array.from({ length: index - lastNonWait }, (_, i) => lastNonWait + 1 + i);
  }),
);
