import { getParameterIndex, HWREG, SCALAR, type WaveState } from '../../wave-state.js';
import { flushesDenormals, getModeRequirement, requireMode } from '../float-mode.js';
import { forEachActiveLane } from '../lanes.js';
import { flushDenormal } from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import { getHalfRounding, halfToNumber, numberToHalf } from '../numbers/half.js';
import { decodePackedAttribute } from '../rows/interpolation.js';
import type { InterpolationRow } from '../rows/row.js';
import { VGPR_BASE } from '../slots.js';
import { type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';

type LaneReader = (wave: WaveState, lane: number) => number;

const OMOD_FACTORS = [1, 2, 4, 0.5];

/** Returns a function that reads half of a parameter's LDS dword. Selector 0 is P0, 1 is P10 and 2 is P20. */
function makeParameterReader(context: CompileContext, selector: number): LaneReader {
  const { attribute, component, high } = decodePackedAttribute(context.raw.fields);
  const shift = high ? 16 : 0;
  return ({ s, lds }, lane) => {
    const index = getParameterIndex(s[SCALAR.M0], lane >> 2, attribute, selector, component);
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
function makeResultWriter(row: InterpolationRow, context: CompileContext, d: number) {
  if (row.interpolation !== 'half-p2') {
    return ({ hw, vf }: WaveState, lane: number, value: number) => {
      const single = Math.fround(value);
      vf[d + lane] = flushesDenormals(hw[HWREG.MODE]) ? flushDenormal(single) : single;
    };
  }
  const shift = isUpperResult(row, context) ? 16 : 0;
  const keptBits = row.name === 'v_interp_p2_legacy_f16' ? 0 : ~(0xffff << shift);
  if (keptBits !== 0) context.uses.vector(context.field('vdst'));
  return ({ hw, v }: WaveState, lane: number, value: number) => {
    v[d + lane] = (v[d + lane] & keptBits) | (numberToHalf(value, getHalfRounding(hw[HWREG.MODE])) << shift);
  };
}

/**
 * Compiles interpolation of 16-bit parameters from LDS (GFX9 to GFX10.3). The first step computes i * P10 + P0 as a
 * 32-bit float; the second adds j * P20 and yields a 16-bit float. One dword holds two parameters, and a bit of the
 * attribute selects the half.
 */
export function compileHalfInterpolation(
  row: InterpolationRow,
  context: CompileContext,
): CompiledInstruction {
  if (context.field('op_sel') !== 0 && !isUpperResult(row, context))
    throw new UnsupportedError('op_sel in 16-bit interpolation');
  const factor = makeParameterReader(context, row.interpolation === 'half-p2' ? 2 : 1);
  const coordinate = makeRegisterReader(context, 1, false);
  const addend = makeAddendReader(row, context);
  const d = context.field('vdst') * context.lanes;
  context.markExec();
  context.uses.scalar(SCALAR.M0);
  context.defines.vector(context.field('vdst'));
  const write = makeResultWriter(row, context, d);
  const clamp = context.field('clamp') !== 0;
  const omod = row.interpolation === 'half-p2' ? 1 : OMOD_FACTORS[context.field('omod')];
  const requirement = getModeRequirement(['f32', 'f16']);
  const execute = (wave: WaveState): number => {
    requireMode(wave.hw[HWREG.MODE], requirement);
    const scale = flushesDenormals(wave.hw[HWREG.MODE]) ? omod : 1;
    forEachActiveLane(wave, (lane) => {
      const value = scale * fusedMultiplyAdd(factor(wave, lane), coordinate(wave, lane), addend(wave, lane));
      write(wave, lane, clamp ? Math.max(0, Math.min(1, value || 0)) : value);
    });
    return 0;
  };
  return { kind: 'alu', execute };
}
