import { runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { createTimedSide, type Metric } from './harness.js';
import { buildLoopScenario, computeMemoryInModel, LOOP_MEMORY } from './loop-scenario.js';

const FLOOR = 0.1;
const TARGET = 0.4;

const LANES = 64;
const ROUNDS = 8000;
/** Number of loads per round, which is also the number of stores. */
const BURST = 8;
const INSTRUCTIONS = ROUNDS * BURST * 2;

/**
 * Assembly that runs rounds of eight loads and eight stores of one dword per lane. Each round swaps the words of
 * neighbouring lanes.
 */
const SOURCE = `
  s_mov_b32 s0, 0x${LOOP_MEMORY.toString(16)}
  s_mov_b32 s1, 0
  s_movk_i32 s2, 0x100
  s_mov_b32 s3, 0x31016fac
  s_movk_i32 s4, ${ROUNDS}
  v_mbcnt_lo_u32_b32 v0, -1, 0
  v_mbcnt_hi_u32_b32 v0, -1, v0
  v_lshlrev_b32_e32 v0, 2, v0
  v_xor_b32_e32 v9, 4, v0
round:
${repeatLine((i) => `  buffer_load_dword v${i + 1}, v0, s[0:3], 0 offen`)}
  s_waitcnt vmcnt(0)
${repeatLine((i) => `  buffer_store_dword v${i + 1}, v9, s[0:3], 0 offen`)}
  s_waitcnt_vscnt null, 0x0
  s_sub_i32 s4, s4, 1
  s_cmp_lg_i32 s4, 0
  s_cbranch_scc1 round
  exp null off, off, off, off done vm
  s_endpgm`;

function repeatLine(createLine: (i: number) => string): string {
  return Array.from({ length: BURST }, (_, i) => createLine(i)).join('\n');
}

const INITIAL = Array.from({ length: LANES }, (_, lane) => (lane + 1) * 0x01010101);

/**
 * P12: wave64 vector memory instructions per second in the model, compared with bare gathers and scatters of 64 words.
 */
export const p12VectorMemory: Metric = {
  id: 'P12',
  title: 'vector memory instructions compared with a bare gather or scatter',
  unit: 'instructions/s',
  setUp() {
    const scenario = buildLoopScenario(SOURCE, { initial: INITIAL });
    checkModel(scenario);
    const subject = createTimedSide('model', INSTRUCTIONS, () => runScenario(scenario, null));
    const comparator = createTimedSide('bare typed arrays', INSTRUCTIONS, runBare);
    return { pairs: [{ subject, comparator, floor: FLOOR, aim: TARGET }] };
  },
};

/**
 * Throws unless the model and the bare loop end with the same memory contents, which are the initial contents
 * because the number of rounds is even.
 */
function checkModel(scenario: Scenario): void {
  const words = computeMemoryInModel(scenario);
  if (runBare().some((word, i) => word !== words[i]))
    throw new Error('Expected the model and the bare loop to leave the same memory contents');
}

/** Makes the same accesses to plain arrays, without descriptors, range checks, latency or counters. */
function runBare(): Int32Array {
  const memory = Int32Array.from(INITIAL);
  const registers = new Int32Array(LANES * BURST);
  const from = Int32Array.from({ length: LANES }, (_, lane) => lane);
  const to = from.map((lane) => lane ^ 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < BURST; i++) {
      for (let lane = 0; lane < LANES; lane++) registers[i * LANES + lane] = memory[from[lane]];
    }
    for (let i = 0; i < BURST; i++) {
      for (let lane = 0; lane < LANES; lane++) memory[to[lane]] = registers[i * LANES + lane];
    }
  }
  return memory;
}
