import { runScenario } from '../../rtl-model/index.js';
import type { TransactionSink } from '../../transactions/index.js';
import { buildLoopScenario, LOOP_MEMORY } from '../loop-scenario.js';
import { MIXING_LOOP } from './mixing-loop.js';

const { OUTER_ROUNDS, INNER_ROUNDS, SEED, ADDEND } = MIXING_LOOP;

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
export const MIXING_SCENARIO = buildLoopScenario(SOURCE, { initial: [ADDEND] });

/** Runs the loop in the model and returns the number of instructions. `sink` receives the transactions. */
export function runScalarUnit(sink: TransactionSink | null): number {
  return runScenario(MIXING_SCENARIO, sink).instructions;
}

/** Runs the loop in the model and returns the sum that it stores. */
export function computeSumInModel(): number {
  let sum = 0;
  runScenario(MIXING_SCENARIO, (transaction) => {
    if (transaction.kind === 'memory-dumped') sum = transaction.words[SUM_WORD] >>> 0;
  });
  return sum;
}
