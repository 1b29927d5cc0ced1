import { LANES, type LaneMask, SPREAD } from './vector-loop.js';

/** The loop's registers in register-major order. */
interface Registers {
  readonly v: Int32Array;
  /** The same registers as floats. */
  readonly vf: Float32Array;
}

const REGISTERS = 16;

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
  const v = new Int32Array(REGISTERS * LANES);
  const registers = { v, vf: new Float32Array(v.buffer) };
  const vcc = new Uint8Array(LANES);
  const active = Uint8Array.from({ length: LANES }, (_, l) => ((l < 32 ? lo : hi) >>> (l & 31)) & 1);
  for (let l = 0; l < LANES; l++) v[V0 + l] = Math.imul(l, SPREAD);
  if (active.includes(0)) for (let i = 0; i < rounds; i++) runMaskedRound(registers, vcc, active);
  else for (let i = 0; i < rounds; i++) runFullRound(registers, vcc);
  return Int32Array.from({ length: LANES }, (_, l) => v[V7 + l] ^ v[V14 + l]);
}
