import { RP2040 } from 'rp2040js';
import { MIXING_LOOP } from './mixing-loop.js';

const { OUTER_ROUNDS, INNER_ROUNDS, SEED, ADDEND } = MIXING_LOOP;

const SRAM = 0x20000000;

/** Offset of the addend in SRAM. */
const ADDEND_OFFSET = 0x100;

/** The loop in Thumb code. r0 is the generator, r2 the sum, r3 and r4 the counters, and r6 the addend's address. */
const WORDS = [
  0x6835, // outer: ldr r5, [r6]
  0x2300 | INNER_ROUNDS, // movs r3, #INNER_ROUNDS
  0x0341, // inner: lsls r1, r0, #13
  0x4048, // eors r0, r1
  0x0c41, // lsrs r1, r0, #17
  0x4048, // eors r0, r1
  0x0141, // lsls r1, r0, #5
  0x4048, // eors r0, r1
  0x1812, // adds r2, r2, r0
  0x3b01, // subs r3, #1
  0x2b00, // cmp r3, #0
  0xd1f5, // bne inner
  0x1952, // adds r2, r2, r5
  0x3c01, // subs r4, #1
  0x2c00, // cmp r4, #0
  0xd1ef, // bne outer
];

/** Number of instructions in one run of the loop. */
const INSTRUCTIONS = OUTER_ROUNDS * (WORDS.length - 10 + INNER_ROUNDS * 10);

/** The result of running the loop. */
export interface ThumbRun {
  readonly instructions: number;
  /** The sum modulo 2^32. */
  readonly sum: number;
}

/** Loads the loop into the SRAM of a new rp2040js core and returns a function that runs it once. */
export function makeThumbCore(): () => ThumbRun {
  const chip = new RP2040();
  const { core, sramView } = chip;
  WORDS.forEach((word, index) => {
    sramView.setUint16(index * 2, word, true);
  });
  sramView.setUint32(ADDEND_OFFSET, ADDEND, true);
  return () => {
    core.registers.set([SEED, 0, 0, 0, OUTER_ROUNDS, 0, SRAM + ADDEND_OFFSET]);
    core.PC = SRAM;
    for (let i = 0; i < INSTRUCTIONS; i++) core.executeInstruction();
    return { instructions: INSTRUCTIONS, sum: core.registers[2] };
  };
}
