import { HWREG, type WaveState } from '../../wave-state.js';
import { flushesDenormals } from '../float-mode.js';
import { forEachActiveLane } from '../lanes.js';
import { flushDenormal } from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import type { InterpolationRow } from '../rows/row.js';
import { VGPR_BASE } from '../slots.js';
import type { Compile } from './compiled.js';
import { type CompileContext, Unsupported } from './context.js';

/** A source with its sign and the lane of the quad that it is read from, -1 for the lane itself. */
interface QuadSource {
  readonly first: number;
  readonly negative: boolean;
  readonly quadLane: number;
}

/** Lane of the quad that each source is read from: P0 is in lane 0, P10 in lane 1, P20 in lane 2. */
const QUAD_LANES: Readonly<Record<string, readonly number[]>> = {
  p10: [1, -1, 0],
  'p2-register': [2, -1, -1],
};

/** `wait_exp` with this value waits for nothing. */
const NO_WAIT = 7;

function sourceOf(i: number, quadLane: number, context: CompileContext): QuadSource {
  const code = context.field(`src${i}`);
  if (code < VGPR_BASE) throw new Unsupported('scalar source of interpolation');
  const first = context.vector(code, 'f32', 'src');
  return { first, negative: ((context.field('neg') >>> i) & 1) !== 0, quadLane };
}

function read({ vf }: WaveState, { first, negative, quadLane }: QuadSource, lane: number): number {
  const value = vf[first + (quadLane < 0 ? lane : (lane & ~3) | quadLane)];
  return negative ? -value : value;
}

function clamped(value: number): number {
  if (!(value > 0)) return 0;
  return Math.min(value, 1);
}

/**
 * Compiles interpolation from registers that `lds_param_load` filled (GFX11). The sources are read across the quad
 * whatever EXEC says, all before the destination is written. The wait for `expcnt` is part of the instruction.
 */
export const compileRegisterInterpolation: Compile<InterpolationRow> = (row, context) => {
  if (context.field('op_sel') !== 0) throw new Unsupported('interpolation with op_sel');
  const sources = QUAD_LANES[row.interpolation].map((quadLane, i) => sourceOf(i, quadLane, context));
  const [a, b, c] = sources;
  const destination = context.vector(context.field('vdst') + VGPR_BASE, 'f32', 'dst');
  const clamp = context.field('clamp') !== 0;
  context.usesExec();
  const results = new Float32Array(64);
  const execute = (wave: WaveState): number => {
    const flush = flushesDenormals(wave.hw[HWREG.MODE]);
    forEachActiveLane(wave, (lane) => {
      const exact = fusedMultiplyAdd(read(wave, a, lane), read(wave, b, lane), read(wave, c, lane));
      const value = flush ? flushDenormal(Math.fround(exact)) : exact;
      results[lane] = clamp ? clamped(value) : value;
    });
    forEachActiveLane(wave, (lane) => {
      wave.vf[destination + lane] = results[lane];
    });
    return 0;
  };
  const wait = context.field('wait_exp');
  return { kind: 'alu', execute, ...(wait === NO_WAIT ? {} : { wait: { exp: wait } }) };
};
