import { lookup } from '../../collections.js';
import { forEachActiveLane, HWREG, type WaveState } from '../../wave-state.js';
import { flushesDenormals, getModeRequirement, requireMode } from '../float-mode.js';
import { QUIET_NAN, truncateToSingle } from '../numbers/bits.js';
import { flushDenormal } from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import { getHalfRounding, halfToNumber, numberToHalf, ROUND_TO_ZERO } from '../numbers/half.js';
import type { InterpolationRow } from '../rows/row.js';
import { VGPR_BASE } from '../slots.js';
import { type Compile, type CompileContext, UnsupportedError } from './context.js';

/** A source with its sign and the quad lane to read it from (-1 for the lane itself). */
interface QuadSource {
  readonly first: number;
  readonly isNegated: boolean;
  readonly quadLane: number;
  /** Lowest bit of a 16-bit source; absent for a 32-bit float. */
  readonly lowestBit?: number;
}

/** The quad lane that each source is read from: P0 is in lane 0, P10 in lane 1, P20 in lane 2. */
const QUAD_LANES: Readonly<Record<string, readonly number[]>> = lookup({
  p10: [1, -1, 0],
  'p2-register': [2, -1, -1],
});

/** The `wait_exp` value that means "no wait". */
const NO_WAIT = 7;

function resolveSource(
  row: InterpolationRow,
  i: number,
  quadLane: number,
  context: CompileContext,
): QuadSource {
  const code = context.field(`src${i}`);
  if (code < VGPR_BASE) throw new UnsupportedError('scalar source in interpolation');
  const first = context.vector(code, 'f32', 'src');
  const source = { first, isNegated: ((context.field('neg') >>> i) & 1) !== 0, quadLane };
  const isUpper = ((context.field('op_sel') >>> i) & 1) !== 0;
  if ((((row.halfSources ?? 0) >>> i) & 1) !== 0) return { ...source, lowestBit: isUpper ? 16 : 0 };
  if (isUpper) throw new UnsupportedError('op_sel on a 32-bit source');
  return source;
}

function readSource({ v, vf }: WaveState, source: QuadSource, lane: number, flush: boolean): number {
  const { first, isNegated, quadLane, lowestBit } = source;
  const element = first + (quadLane < 0 ? lane : (lane & ~3) | quadLane);
  const single = lowestBit === undefined ? vf[element] : halfToNumber(v[element] >>> lowestBit);
  const value = flush && lowestBit === undefined ? flushDenormal(single) : single;
  return isNegated ? -value : value;
}

/** Rounds a lane's result and writes it to `element` of the vector registers. */
export type ResultWriter = (wave: WaveState, element: number, value: number) => void;

/** Returns a function that writes 32-bit floats. Any NaN becomes the default one, since hosts produce different ones. */
export function makeSingleWriter(truncates = false): ResultWriter {
  return ({ hw, v, vf }, element, value) => {
    const rounded = truncates ? truncateToSingle(value) : Math.fround(value);
    if (Number.isNaN(rounded)) v[element] = QUIET_NAN;
    else vf[element] = flushesDenormals(hw[HWREG.MODE]) ? flushDenormal(rounded) : rounded;
  };
}

/** Returns a function that writes 16-bit floats at a bit of the register. `preservedBits` are left unchanged. */
export function makeHalfWriter(
  lowestBit: number,
  truncates = false,
  preservedBits = ~(0xffff << lowestBit),
): ResultWriter {
  return ({ hw, v }, element, value) => {
    const bits = numberToHalf(value, truncates ? ROUND_TO_ZERO : getHalfRounding(hw[HWREG.MODE]));
    v[element] = (v[element] & preservedBits) | (bits << lowestBit);
  };
}

function makeWriter(row: InterpolationRow, context: CompileContext): ResultWriter {
  const isUpper = (context.field('op_sel') & 8) !== 0;
  if (row.halfResult) return makeHalfWriter(isUpper ? 16 : 0, row.truncates === true);
  if (isUpper) throw new UnsupportedError('op_sel on a 32-bit result');
  return makeSingleWriter(row.truncates === true);
}

/** Clamps a value to the range 0 to 1. NaN becomes 0. */
export function clampToUnit(value: number): number {
  if (!(value > 0)) return 0;
  return Math.min(value, 1);
}

/**
 * Compiles interpolation from registers filled by `lds_param_load` (GFX11). Sources are read across the quad
 * regardless of EXEC, and before any destination is written. The instruction itself waits for `expcnt`.
 */
export const compileRegisterInterpolation: Compile<InterpolationRow> = (row, context) => {
  const sources = QUAD_LANES[row.interpolation].map((quadLane, i) =>
    resolveSource(row, i, quadLane, context),
  );
  const [a, b, c] = sources;
  const destination = context.vector(context.field('vdst') + VGPR_BASE, 'f32', 'dst');
  if (row.halfResult) context.vector(context.field('vdst') + VGPR_BASE, 'f32', 'src');
  const clamp = context.field('clamp') !== 0;
  const write = makeWriter(row, context);
  const requirement = getModeRequirement(row.halfSources === undefined ? ['f32'] : ['f32', 'f16']);
  context.markExec();
  const results = new Float64Array(64);
  const execute = (wave: WaveState): number => {
    requireMode(wave.hw[HWREG.MODE], requirement);
    const flush = flushesDenormals(wave.hw[HWREG.MODE]);
    forEachActiveLane(wave, (lane) => {
      const exact = fusedMultiplyAdd(
        readSource(wave, a, lane, flush),
        readSource(wave, b, lane, flush),
        readSource(wave, c, lane, flush),
      );
      results[lane] = clamp ? clampToUnit(exact) : exact;
    });
    forEachActiveLane(wave, (lane) => write(wave, destination + lane, results[lane]));
    return 0;
  };
  const wait = context.field('wait_exp');
  return { kind: 'alu', execute, ...(wait === NO_WAIT ? {} : { wait: { exp: wait } }) };
};
