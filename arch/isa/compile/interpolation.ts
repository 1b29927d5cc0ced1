import { getParameterIndex, HWREG, SCALAR, type WaveState } from '../../wave-state.js';
import { flushesDenormals } from '../float-mode.js';
import { UnsupportedOperation } from '../instruction.js';
import { forEachActiveLane } from '../lanes.js';
import { flushDenormal } from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import type { InterpolationRow } from '../rows/row.js';
import { type Compile, type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';
import { compileHalfInterpolation } from './half-interpolation.js';
import { compileRegisterInterpolation } from './register-interpolation.js';

type Execute = (wave: WaveState) => number;

/** The parameter selector for each source code of `v_interp_mov_f32`: code 0 is P10, 1 is P20, 2 is P0. */
const MOVE_SELECTORS = [1, 2, 0];

const QUAD_LANES = 4;
const QUAD_MASK = 15;

interface ParameterComponent {
  readonly attribute: number;
  readonly component: number;
}

function makeMove(d: number, input: ParameterComponent, selector: number): Execute {
  return (wave) => {
    const { s, lds, v } = wave;
    forEachActiveLane(wave, (lane) => {
      const { attribute, component } = input;
      v[d + lane] = lds[getParameterIndex(s[SCALAR.M0], lane >> 2, attribute, selector, component)] ?? 0;
    });
    return 0;
  };
}

/** The current quad's factor (P10 or P20) and P0, as bits and as floats. */
const factorBits = new Int32Array(2);
const factor = new Float32Array(factorBits.buffer);

/**
 * Compiles one step: P1 computes P10 * i + P0, and P2 computes P20 * j + destination. The parameters are read once per
 * quad because the quad's lanes share them.
 */
function makeInterpolation(
  d: number,
  source: number,
  { attribute, component }: ParameterComponent,
  isSecondStep: boolean,
): Execute {
  return ({ s, lds, vf, hw, lanes }) => {
    const flush = flushesDenormals(hw[HWREG.MODE]);
    for (let firstLane = 0; firstLane < lanes; firstLane += QUAD_LANES) {
      const activeLanes = (s[SCALAR.EXEC_LO + (firstLane >>> 5)] >>> (firstLane & 31)) & QUAD_MASK;
      if (activeLanes === 0) continue;
      const m0 = s[SCALAR.M0];
      const quad = firstLane / QUAD_LANES;
      factorBits[0] = lds[getParameterIndex(m0, quad, attribute, isSecondStep ? 2 : 1, component)] ?? 0;
      factorBits[1] = lds[getParameterIndex(m0, quad, attribute, 0, component)] ?? 0;
      for (let lane = firstLane; lane < firstLane + QUAD_LANES; lane++) {
        if (((activeLanes >>> (lane - firstLane)) & 1) === 0) continue;
        const addend = isSecondStep ? vf[d + lane] : factor[1];
        const value = Math.fround(fusedMultiplyAdd(factor[0], vf[source + lane], addend));
        vf[d + lane] = flush ? flushDenormal(value) : value;
      }
    }
    return 0;
  };
}

function compileLdsInterpolation(row: InterpolationRow, context: CompileContext): Execute {
  const input = { attribute: context.field('attr'), component: context.field('attrchan') };
  const register = context.field('vdst');
  const d = register * context.lanes;
  context.markExec();
  context.uses.scalar(SCALAR.M0);
  context.defines.vector(register);
  if (row.interpolation === 'mov') {
    const selector = MOVE_SELECTORS[context.field('vsrc')];
    if (selector === undefined) throw new UnsupportedError('reserved interpolation parameter');
    return makeMove(d, input, selector);
  }
  const isSecondStep = row.interpolation === 'p2';
  context.uses.vector(context.field('vsrc'));
  if (isSecondStep) context.uses.vector(register);
  return makeInterpolation(d, context.field('vsrc') * context.lanes, input, isSecondStep);
}

const { EXEC_LO, M0 } = SCALAR;

/** Writes P0, P10 and P20 to lanes 0 to 2 of each quad with an active lane, whether or not those lanes are active. */
function makeParameterLoad(d: number, { attribute, component }: ParameterComponent): Execute {
  return ({ s, v, lds, lanes }) => {
    for (let quad = 0; quad < lanes / 4; quad++) {
      if (((s[EXEC_LO + (quad >>> 3)] >>> ((quad & 7) * 4)) & 15) === 0) continue;
      for (let selector = 0; selector < 3; selector++) {
        v[d + quad * 4 + selector] = lds[getParameterIndex(s[M0], quad, attribute, selector, component)] ?? 0;
      }
    }
    return 0;
  };
}

function compileParameterLoad(context: CompileContext): CompiledInstruction {
  const register = context.field('vdst');
  context.markExec();
  context.uses.scalar(M0);
  context.uses.vector(register);
  context.defines.vector(register);
  const input = { attribute: context.field('attr'), component: context.field('attrchan') };
  return {
    kind: 'parameter-load',
    parameter: input,
    execute: makeParameterLoad(register * context.lanes, input),
  };
}

/** The LDS read type for each value of M0[18:16]: size in bytes, and whether it is sign-extended. */
const DIRECT_TYPES: Readonly<Record<number, readonly [bytes: number, signed: boolean]>> = {
  0: [1, false],
  1: [2, false],
  2: [4, false],
  4: [1, true],
  5: [2, true],
};

/** Writes the value at byte M0[15:0] to every active lane, or zero if it is outside the wave's LDS allocation. */
function makeDirectLoad(d: number): Execute {
  return (wave) => {
    const m0 = wave.s[M0];
    const type = DIRECT_TYPES[(m0 >>> 16) & 7];
    if (type === undefined) throw new UnsupportedOperation('reserved lds_direct_load type');
    const [bytes, signed] = type;
    const address = m0 & 0xffff & ~(bytes - 1);
    const shift = 32 - 8 * bytes;
    const shifted = ((wave.lds[address >>> 2] ?? 0) >>> (8 * (address & 3))) << shift;
    const value = signed ? shifted >> shift : shifted >>> shift;
    forEachActiveLane(wave, (lane) => {
      wave.v[d + lane] = value;
    });
    return 0;
  };
}

function compileDirectLoad(context: CompileContext): CompiledInstruction {
  const register = context.field('vdst');
  context.markExec();
  context.uses.scalar(M0);
  context.defines.vector(register);
  return { kind: 'parameter-load', execute: makeDirectLoad(register * context.lanes) };
}

/** Compiles parameter interpolation for all generations. */
export const compileInterpolation: Compile<InterpolationRow> = (row, context) => {
  if (row.interpolation === 'parameter-load') return compileParameterLoad(context);
  if (row.interpolation === 'direct-load') return compileDirectLoad(context);
  if (row.format === 'vop3') return compileHalfInterpolation(row, context);
  if (row.format === 'vinterp') return compileRegisterInterpolation(row, context);
  return { kind: 'alu', execute: compileLdsInterpolation(row, context) };
};
