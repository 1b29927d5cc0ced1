import { runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { createTimedSide, type Metric, type Pair } from './harness.js';
import { buildLoopScenario, computeMemoryInModel, LOOP_MEMORY } from './loop-scenario.js';

/** Number of lanes in the wave. */
const LANES = 64;

/** Multiplied by the lane number to get each lane's initial value. */
const SPREAD = 0x9e3779b1;

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
const ROUND_LENGTH = ROUND.trim().split('\n').length;

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

/** Runs the scenario in the model and returns each lane's final value. */
export function computeLanesInModel(scenario: Scenario): Int32Array {
  return computeMemoryInModel(scenario).slice(0, LANES);
}

/** The loop's registers in register-major order. */
interface Registers {
  readonly v: Int32Array;
  /** The same registers as floats. */
  readonly vf: Float32Array;
}

const REGISTER_COUNT = 16;

const row = (register: number) => register * LANES;
const [V0, V1, V2, V3, V4, V5, V6, V7] = [0, 1, 2, 3, 4, 5, 6, 7].map(row);
const [V8, V9, V10, V11, V12, V13, V14] = [8, 9, 10, 11, 12, 13, 14].map(row);

/** Runs one round with all lanes active, as a plain loop per instruction without modes, masks or NaN rules. */
function runFullRound({ v, vf }: Registers, vcc: Uint8Array): void {
  for (let l = 0; l < LANES; l++) v[V1 + l] = v[V0 + l] + v[V1 + l];
  for (let l = 0; l < LANES; l++) v[V2 + l] = v[V1 + l] ^ v[V2 + l];
  for (let l = 0; l < LANES; l++) v[V3 + l] = v[V2 + l] << 5;
  for (let l = 0; l < LANES; l++) v[V4 + l] = v[V3 + l] & v[V1 + l];
  for (let l = 0; l < LANES; l++) v[V5 + l] = v[V4 + l] - v[V2 + l];
  for (let l = 0; l < LANES; l++) v[V6 + l] = Math.max(v[V5 + l], v[V1 + l]);
  for (let l = 0; l < LANES; l++) v[V7 + l] = Math.imul(v[V6 + l], v[V2 + l]);
  for (let l = 0; l < LANES; l++) v[V0 + l] = v[V7 + l] >>> 7;
  for (let l = 0; l < LANES; l++) vf[V8 + l] = v[V0 + l] >>> 0;
  for (let l = 0; l < LANES; l++) vf[V9 + l] = 0.5 * vf[V8 + l];
  for (let l = 0; l < LANES; l++) vf[V10 + l] = vf[V9 + l] + vf[V10 + l];
  for (let l = 0; l < LANES; l++) vf[V11 + l] = vf[V10 + l] - vf[V8 + l];
  for (let l = 0; l < LANES; l++) vf[V12 + l] = Math.max(vf[V11 + l], vf[V9 + l]);
  for (let l = 0; l < LANES; l++) vcc[l] = vf[V9 + l] < vf[V12 + l] ? 1 : 0;
  for (let l = 0; l < LANES; l++) v[V13 + l] = vcc[l] === 1 ? v[V11 + l] : v[V8 + l];
  for (let l = 0; l < LANES; l++) vf[V14 + l] = vf[V13 + l] + vf[V14 + l];
}

/** Like `runFullRound`, but only for lanes where `active` is 1. */
function runMaskedRound({ v, vf }: Registers, vcc: Uint8Array, active: Uint8Array): void {
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V1 + l] = v[V0 + l] + v[V1 + l];
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V2 + l] = v[V1 + l] ^ v[V2 + l];
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V3 + l] = v[V2 + l] << 5;
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V4 + l] = v[V3 + l] & v[V1 + l];
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V5 + l] = v[V4 + l] - v[V2 + l];
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V6 + l] = Math.max(v[V5 + l], v[V1 + l]);
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V7 + l] = Math.imul(v[V6 + l], v[V2 + l]);
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V0 + l] = v[V7 + l] >>> 7;
  for (let l = 0; l < LANES; l++) if (active[l] === 1) vf[V8 + l] = v[V0 + l] >>> 0;
  for (let l = 0; l < LANES; l++) if (active[l] === 1) vf[V9 + l] = 0.5 * vf[V8 + l];
  for (let l = 0; l < LANES; l++) if (active[l] === 1) vf[V10 + l] = vf[V9 + l] + vf[V10 + l];
  for (let l = 0; l < LANES; l++) if (active[l] === 1) vf[V11 + l] = vf[V10 + l] - vf[V8 + l];
  for (let l = 0; l < LANES; l++) if (active[l] === 1) vf[V12 + l] = Math.max(vf[V11 + l], vf[V9 + l]);
  for (let l = 0; l < LANES; l++) if (active[l] === 1) vcc[l] = vf[V9 + l] < vf[V12 + l] ? 1 : 0;
  for (let l = 0; l < LANES; l++) if (active[l] === 1) v[V13 + l] = vcc[l] === 1 ? v[V11 + l] : v[V8 + l];
  for (let l = 0; l < LANES; l++) if (active[l] === 1) vf[V14 + l] = vf[V13 + l] + vf[V14 + l];
}

/** Runs the loop for `rounds` rounds as plain typed-array code and returns each lane's final value. */
export function runBareLoops(rounds: number, { lo, hi }: LaneMask): Int32Array {
  const v = new Int32Array(REGISTER_COUNT * LANES);
  const registers = { v, vf: new Float32Array(v.buffer) };
  const vcc = new Uint8Array(LANES);
  const active = Uint8Array.from({ length: LANES }, (_, l) => ((l < 32 ? lo : hi) >>> (l & 31)) & 1);
  for (let l = 0; l < LANES; l++) v[V0 + l] = Math.imul(l, SPREAD);
  if (active.includes(0)) for (let i = 0; i < rounds; i++) runMaskedRound(registers, vcc, active);
  else for (let i = 0; i < rounds; i++) runFullRound(registers, vcc);
  return Int32Array.from({ length: LANES }, (_, l) => v[V7 + l] ^ v[V14 + l]);
}

const FLOOR = 0.5;
const TARGET = 0.85;

const LONG_ROUNDS = 40_000;
const SHORT_ROUNDS = 100;

const FULL: LaneMask = { lo: -1, hi: -1 };
/** 30 of 64 lanes, in the kind of groups that triangle edges and branches produce. */
const PARTIAL: LaneMask = { lo: 0x0f0ff0f3, hi: 0x00ff3c00 };

/** P3: wave64 vector instructions per second in the SQ, compared with equivalent typed-array loops. */
export const p3Vector: Metric = {
  id: 'P3',
  title: 'wave64 vector instructions compared with bare typed-array loops',
  unit: 'instructions/s',
  setUp() {
    const masks = { 'full mask': FULL, 'partly masked': PARTIAL };
    Object.values(masks).forEach(checkSameLanes);
    return { pairs: Object.entries(masks).map(([name, mask]) => createPair(name, mask)) };
  },
};

function checkSameLanes(mask: LaneMask): void {
  const model = computeLanesInModel(buildVectorScenario(SHORT_ROUNDS, mask));
  const bare = runBareLoops(SHORT_ROUNDS, mask);
  if (bare.some((value, lane) => model[lane] !== value)) throw new Error('The model and bare loops differ');
}

function createPair(name: string, mask: LaneMask): Pair {
  const scenario = buildVectorScenario(LONG_ROUNDS, mask);
  const work = LONG_ROUNDS * ROUND_LENGTH;
  return {
    subject: createTimedSide(`SQ, ${name}`, work, () => runScenario(scenario, null)),
    comparator: createTimedSide(`bare loops, ${name}`, work, () => runBareLoops(LONG_ROUNDS, mask)),
    floor: FLOOR,
    aim: TARGET,
  };
}
