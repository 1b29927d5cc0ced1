import { forEachActiveLane, getParameterIndex, HWREG, SCALAR, type WaveState } from '../../wave-state.js';
import { flushesDenormals, getModeRequirement, requireMode } from '../float-mode.js';
import { type Instruction, UnsupportedOperation } from '../instruction.js';
import { flushDenormal } from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import { halfToNumber } from '../numbers/half.js';
import { decodePackedAttribute } from '../rows/interpolation.js';
import type { InterpolationRow } from '../rows/row.js';
import { VGPR_BASE } from '../slots.js';
import { type Compile, type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';
import {
  clampToUnit,
  compileRegisterInterpolation,
  makeHalfWriter,
  makeSingleWriter,
  type ResultWriter,
} from './register-interpolation.js';

const { EXEC_LO, M0 } = SCALAR;

type LaneReader = (wave: WaveState, lane: number) => number;

const OMOD_FACTORS = [1, 2, 4, 0.5];

/** Returns a function that reads half of a parameter's LDS dword. Selector 0 is P0, 1 is P10 and 2 is P20. */
function makeParameterReader(context: CompileContext, selector: number): LaneReader {
  const { attribute, component, high } = decodePackedAttribute(context.raw.fields);
  const shift = high ? 16 : 0;
  return ({ s, lds }, lane) => {
    const index = getParameterIndex(s[M0], lane >> 2, attribute, selector, component);
    return halfToNumber((lds[index] ?? 0) >>> shift);
  };
}

/**
 * Returns a function that reads a VGPR source with sign modifiers, either as a 32-bit float or as the half that the
 * attribute selects.
 */
function makeRegisterReader(context: CompileContext, i: number, isHalf: boolean): LaneReader {
  const code = context.field(`src${i}`);
  if (code < VGPR_BASE) throw new UnsupportedError('scalar source in interpolation');
  const first = context.vector(code, 'f32', 'src');
  const shift = decodePackedAttribute(context.raw.fields).high ? 16 : 0;
  const isAbsolute = ((context.field('abs') >>> i) & 1) !== 0;
  const isNegated = ((context.field('neg') >>> i) & 1) !== 0;
  return ({ v, vf, hw }, lane) => {
    const single = flushesDenormals(hw[HWREG.MODE]) ? flushDenormal(vf[first + lane]) : vf[first + lane];
    const value = isHalf ? halfToNumber(v[first + lane] >>> shift) : single;
    const magnitude = isAbsolute ? Math.abs(value) : value;
    return isNegated ? -magnitude : magnitude;
  };
}

/**
 * Returns a function that reads the addend. In the first step, this is P0, from LDS or a register. In the second step,
 * it is the first step's result, from a register.
 */
function makeAddendReader({ interpolation }: InterpolationRow, context: CompileContext): LaneReader {
  if (interpolation === 'half-p1') return makeParameterReader(context, 0);
  return makeRegisterReader(context, 2, interpolation === 'half-p1-register');
}

/** The op_sel value that makes the second step write the upper half of its destination (Mesa's assembler). */
const UPPER_RESULT = 8;

function isUpperResult(row: InterpolationRow, context: CompileContext): boolean {
  return row.name === 'v_interp_p2_f16' && context.field('op_sel') === UPPER_RESULT;
}

/**
 * Returns a function that writes the first step's 32-bit float or the second step's half. GFX9's legacy form clears the
 * upper half.
 */
function makeResultWriter(row: InterpolationRow, context: CompileContext): ResultWriter {
  if (row.interpolation !== 'half-p2') return makeSingleWriter();
  const shift = isUpperResult(row, context) ? 16 : 0;
  const keptBits = row.name === 'v_interp_p2_legacy_f16' ? 0 : ~(0xffff << shift);
  if (keptBits !== 0) context.uses.vector(context.field('vdst'));
  return makeHalfWriter(shift, false, keptBits);
}

/**
 * Compiles interpolation of 16-bit parameters from LDS (GFX9 to GFX10.3). The first step computes i * P10 + P0 as a
 * 32-bit float; the second adds j * P20 and yields a 16-bit float. One dword holds two parameters, and a bit of the
 * attribute selects the half.
 */
function compileHalfInterpolation(row: InterpolationRow, context: CompileContext): CompiledInstruction {
  if (context.field('op_sel') !== 0 && !isUpperResult(row, context))
    throw new UnsupportedError('op_sel in 16-bit interpolation');
  const factor = makeParameterReader(context, row.interpolation === 'half-p2' ? 2 : 1);
  const coordinate = makeRegisterReader(context, 1, false);
  const addend = makeAddendReader(row, context);
  const d = markResult(context);
  const write = makeResultWriter(row, context);
  const clamp = context.field('clamp') !== 0;
  const omod = row.interpolation === 'half-p2' ? 1 : OMOD_FACTORS[context.field('omod')];
  const requirement = getModeRequirement(['f32', 'f16']);
  const execute = (wave: WaveState): number => {
    requireMode(wave.hw[HWREG.MODE], requirement);
    const scale = flushesDenormals(wave.hw[HWREG.MODE]) ? omod : 1;
    forEachActiveLane(wave, (lane) => {
      const value = scale * fusedMultiplyAdd(factor(wave, lane), coordinate(wave, lane), addend(wave, lane));
      write(wave, d + lane, clamp ? clampToUnit(value) : value);
    });
    return 0;
  };
  return { kind: 'alu', execute };
}

type Execute = (wave: WaveState) => number;

/** Marks the registers that every access to LDS parameters uses, and returns the result's first element in `v`. */
function markResult(context: CompileContext): number {
  const register = context.field('vdst');
  context.markExec();
  context.uses.scalar(M0);
  context.defines.vector(register);
  return register * context.lanes;
}

function getParameter(context: CompileContext): ParameterComponent {
  return { attribute: context.field('attr'), component: context.field('attrchan') };
}

/** The parameter selector for each source code of `v_interp_mov_f32`: code 0 is P10, 1 is P20, 2 is P0. */
const MOVE_SELECTORS = [1, 2, 0];

const QUAD_LANES = 4;
const QUAD_MASK = 15;

type ParameterComponent = NonNullable<Instruction['parameter']>;

function makeMove(d: number, { attribute, component }: ParameterComponent, selector: number): Execute {
  return (wave) => {
    const { s, lds, v } = wave;
    forEachActiveLane(wave, (lane) => {
      v[d + lane] = lds[getParameterIndex(s[M0], lane >> 2, attribute, selector, component)] ?? 0;
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
  const write = makeSingleWriter();
  return (wave) => {
    const { s, lds, vf, lanes } = wave;
    for (let firstLane = 0; firstLane < lanes; firstLane += QUAD_LANES) {
      const activeLanes = (s[EXEC_LO + (firstLane >>> 5)] >>> (firstLane & 31)) & QUAD_MASK;
      if (activeLanes === 0) continue;
      const m0 = s[M0];
      const quad = firstLane / QUAD_LANES;
      factorBits[0] = lds[getParameterIndex(m0, quad, attribute, isSecondStep ? 2 : 1, component)] ?? 0;
      factorBits[1] = lds[getParameterIndex(m0, quad, attribute, 0, component)] ?? 0;
      for (let lane = firstLane; lane < firstLane + QUAD_LANES; lane++) {
        if (((activeLanes >>> (lane - firstLane)) & 1) === 0) continue;
        const addend = isSecondStep ? vf[d + lane] : factor[1];
        write(wave, d + lane, fusedMultiplyAdd(factor[0], vf[source + lane], addend));
      }
    }
    return 0;
  };
}

function compileLdsInterpolation(row: InterpolationRow, context: CompileContext): Execute {
  const input = getParameter(context);
  const d = markResult(context);
  if (row.interpolation === 'mov') {
    const selector = MOVE_SELECTORS[context.field('vsrc')];
    if (selector === undefined) throw new UnsupportedError('reserved interpolation parameter');
    return makeMove(d, input, selector);
  }
  const isSecondStep = row.interpolation === 'p2';
  context.uses.vector(context.field('vsrc'));
  if (isSecondStep) context.uses.vector(context.field('vdst'));
  return makeInterpolation(d, context.field('vsrc') * context.lanes, input, isSecondStep);
}

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
  const parameter = getParameter(context);
  context.uses.vector(context.field('vdst'));
  return { kind: 'parameter-load', parameter, execute: makeParameterLoad(markResult(context), parameter) };
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

/** Compiles parameter interpolation for all generations. */
export const compileInterpolation: Compile<InterpolationRow> = (row, context) => {
  if (row.interpolation === 'parameter-load') return compileParameterLoad(context);
  if (row.interpolation === 'direct-load')
    return { kind: 'parameter-load', execute: makeDirectLoad(markResult(context)) };
  if (row.format === 'vop3') return compileHalfInterpolation(row, context);
  if (row.format === 'vinterp') return compileRegisterInterpolation(row, context);
  return { kind: 'alu', execute: compileLdsInterpolation(row, context) };
};
