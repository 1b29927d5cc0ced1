import { runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { buildLoopScenario, LOOP_MEMORY } from '../loop-scenario.js';

/** Number of lanes in the wave. */
export const LANES = 64;

/** Multiplied by the lane number to get each lane's initial value. */
export const SPREAD = 0x9e3779b1;

/** The vector instructions of a round, in the same order as in the bare loops. */
const ROUND = `
  v_add_nc_u32_e32 v1, v0, v1
  v_xor_b32_e32 v2, v1, v2
  v_lshlrev_b32_e32 v3, 5, v2
  v_and_b32_e32 v4, v3, v1
  v_sub_nc_u32_e32 v5, v4, v2
  v_max_i32_e32 v6, v5, v1
  v_mul_lo_u32 v7, v6, v2
  v_lshrrev_b32_e32 v0, 7, v7
  v_cvt_f32_u32_e32 v8, v0
  v_mul_f32_e32 v9, 0.5, v8
  v_add_f32_e32 v10, v9, v10
  v_sub_f32_e32 v11, v10, v8
  v_max_f32_e32 v12, v11, v9
  v_cmp_lt_f32_e32 vcc, v9, v12
  v_cndmask_b32_e32 v13, v8, v11, vcc
  v_add_f32_e32 v14, v13, v14`;

/** Number of vector instructions per round. */
export const ROUND_LENGTH = ROUND.trim().split('\n').length;

/** FLOAT_MODE as drivers set it (round to nearest even, flush 32-bit denormals), and 20 VGPRs for a wave64. */
const REGISTERS = { SPI_SHADER_PGM_RSRC1_PS: (0xc0 << 12) | 4 };

/** The active lanes, as the two halves of EXEC. */
export interface LaneMask {
  readonly lo: number;
  readonly hi: number;
}

/**
 * Builds a scenario whose wave runs `rounds` rounds with the given lanes active and then writes each lane's
 * final value to memory.
 */
export function buildVectorScenario(rounds: number, { lo, hi }: LaneMask): Scenario {
  const source = `
  v_mbcnt_lo_u32_b32 v0, -1, 0
  v_mbcnt_hi_u32_b32 v0, -1, v0
  v_lshlrev_b32_e32 v16, 2, v0
  v_mul_lo_u32 v0, v0, ${SPREAD}
  s_mov_b32 s0, ${rounds}
  s_mov_b32 exec_lo, ${lo}
  s_mov_b32 exec_hi, ${hi}
round:${ROUND}
  s_sub_u32 s0, s0, 1
  s_cmp_lg_u32 s0, 0
  s_cbranch_scc1 round
  s_mov_b64 exec, -1
  v_xor_b32_e32 v15, v7, v14
  s_mov_b32 s2, ${LOOP_MEMORY}
  s_mov_b32 s3, 0
  global_store_dword v16, v15, s[2:3]
  exp null off, off, off, off done vm
  s_endpgm`;
  return buildLoopScenario(source, { registers: REGISTERS });
}

/** Runs the scenario without a listener. */
export function runVectorScenario(scenario: Scenario): void {
  runScenario(scenario, null);
}

/** Runs the scenario in the model and returns each lane's final value. */
export function computeLanesInModel(scenario: Scenario): Int32Array {
  let lanes = new Int32Array(0);
  runScenario(scenario, (transaction) => {
    if (transaction.kind === 'memory-dumped') lanes = Int32Array.from(transaction.words.subarray(0, LANES));
  });
  return lanes;
}
