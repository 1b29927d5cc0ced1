import { RP2040 } from 'rp2040js';
import { createScoreboards } from '../../checkers/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { createCountingSide, type Metric, measureCpuTime, type Side } from './harness.js';
import { buildLoopScenario, computeMemoryInModel, LOOP_MEMORY } from './loop-scenario.js';

// The loop that both sides of P2 run. It sums the output of a xorshift generator, and adds a word from memory
// after every 32 values. A step takes ten instructions on either machine.

/** Number of times that the memory word is read and added. */
const OUTER_ROUNDS = 20_000;

/** Number of xorshift (13, 17, 5) steps per read. */
const INNER_ROUNDS = 32;

const SEED = 0x1234567;

/** The value of the memory word. */
const ADDEND = 0x9e3779b9;

/** Computes the sum that the loop should produce, modulo 2^32. */
export function computeExpectedSum(): number {
  let x = SEED;
  let sum = 0;
  for (let outer = 0; outer < OUTER_ROUNDS; outer++) {
    for (let inner = 0; inner < INNER_ROUNDS; inner++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      sum = (sum + x) | 0;
    }
    sum = (sum + ADDEND) | 0;
  }
  return sum >>> 0;
}

/** Index of the memory word that receives the sum. Word 0 holds the addend. */
const SUM_WORD = 1;

/** The loop in GFX10.3 assembly. It waits for the load just before using the value, after the inner loop. */
const SOURCE = `
  s_mov_b32 s0, ${SEED}
  s_mov_b32 s2, 0
  s_movk_i32 s4, ${OUTER_ROUNDS}
  s_mov_b32 s6, ${LOOP_MEMORY}
  s_mov_b32 s7, 0
outer:
  s_load_dword s5, s[6:7], 0x0
  s_movk_i32 s3, ${INNER_ROUNDS}
inner:
  s_lshl_b32 s1, s0, 13
  s_xor_b32 s0, s0, s1
  s_lshr_b32 s1, s0, 17
  s_xor_b32 s0, s0, s1
  s_lshl_b32 s1, s0, 5
  s_xor_b32 s0, s0, s1
  s_add_u32 s2, s2, s0
  s_sub_u32 s3, s3, 1
  s_cmp_lg_u32 s3, 0
  s_cbranch_scc1 inner
  s_waitcnt lgkmcnt(0)
  s_add_u32 s2, s2, s5
  s_sub_u32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 outer
  v_mov_b32_e32 v0, s6
  v_mov_b32_e32 v1, s7
  v_mov_b32_e32 v2, s2
  global_store_dword v[0:1], v2, off offset:${SUM_WORD * 4}
  exp null off, off, off, off done vm
  s_endpgm`;

/** A scenario that runs the loop in one wave. */
const MIXING_SCENARIO = buildLoopScenario(SOURCE, { initial: [ADDEND] });

/** Runs the loop in the model and returns the sum that it stores. */
export function computeSumInModel(): number {
  return computeMemoryInModel(MIXING_SCENARIO)[SUM_WORD]! >>> 0;
}

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

/** Loads the loop into the SRAM of a new rp2040js core and returns a function that runs it once and returns the sum. */
export function makeThumbCore(): () => number {
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
    return core.registers[2]!;
  };
}

const FLOOR = 1;
const TARGET = 2.5;

/** The model on its own, without scoreboards. Counts instructions. */
const bareSide = createCountingSide(
  'SQ',
  measureCpuTime,
  () => runScenario(MIXING_SCENARIO, null).instructions,
);

/** The model with scoreboards, whose RACE rules track all registers with accesses in flight. */
const checkedSide = createCountingSide('SQ, hazards judged', measureCpuTime, () => {
  const scoreboards = createScoreboards(MIXING_SCENARIO);
  const { instructions } = runScenario(MIXING_SCENARIO, scoreboards.observe);
  if (scoreboards.finish().violations.length > 0) throw new Error('Expected no violations in the P2 loop');
  return instructions;
});

/** P2: scalar instructions per second in the SQ, compared with a JavaScript microcontroller simulator. */
export const p2Scalar: Metric = {
  id: 'P2',
  title: 'scalar instructions in the SQ compared with rp2040js',
  unit: 'instructions/s',
  setUp() {
    if (computeSumInModel() !== computeExpectedSum()) throw new Error('The model computed the wrong sum');
    const goals = { comparator: createThumbSide(), floor: FLOOR, aim: TARGET };
    return { pairs: [bareSide, checkedSide].map((subject) => ({ subject, ...goals })) };
  },
};

/** Makes the side of rp2040js, which counts instructions. */
export function createThumbSide(): Side {
  const run = makeThumbCore();
  return createCountingSide('rp2040js 1.4.1', measureCpuTime, () => {
    if (run() !== computeExpectedSum()) throw new Error('rp2040js computed the wrong sum');
    return INSTRUCTIONS;
  });
}
