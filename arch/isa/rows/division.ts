import {
  type DivisionFormat,
  DOUBLE_DIVISION,
  fixUpDivision,
  getDivisionScaleFlag,
  HALF_DIVISION,
  SINGLE_DIVISION,
  scaleForDivision,
} from '../numbers/division.js';
import { computeScaledFusedDouble, fusedMultiplyAdd } from '../numbers/fused.js';
import { type Operation, type VectorRow, vop3 } from './row.js';
import { opcodes, X } from './row-base.js';

const F32X3 = ['f32', 'f32', 'f32', 'f32'] as const;
const F64X3 = ['f64', 'f64', 'f64', 'f64'] as const;
const F16X3 = ['f16', 'f16', 'f16', 'f16'] as const;

function makeScaling(format: DivisionFormat): readonly [compute: Operation, carry: Operation] {
  return [(a, b, c) => scaleForDivision(a, b, c, format), (a, b, c) => getDivisionScaleFlag(a, b, c, format)];
}

function makeFixup(format: DivisionFormat): Operation {
  return (a, b, c) => fixUpDivision(a, b, c, format);
}

/** Returns the exponent that undoes a quotient's scaling: positive if the quotient is large, otherwise negative. */
function getUnscalingExponent(estimate: number, { step }: DivisionFormat): number {
  return Math.abs(estimate) >= 2 ? step : -step;
}

/**
 * A NaN numerator takes precedence over a NaN denominator; 0/0 and infinity/infinity return the negative default NaN.
 */
const FIXUP_NAN = { order: [2, 1], otherwise: 0xffc00000 | 0 } as const;

const [scaleSingle, flagSingle] = makeScaling(SINGLE_DIVISION);
const [scaleDouble, flagDouble] = makeScaling(DOUBLE_DIVISION);

/** Instructions that compilers combine with a reciprocal and multiply-adds to divide exactly. */
export const DIVISION_ROWS: readonly VectorRow[] = [
  vop3('v_div_scale_f32', opcodes(0x1e0, 0x16d, 0x2fc), F32X3, scaleSingle, {
    carry: flagSingle,
  }),
  vop3('v_div_scale_f64', opcodes(0x1e1, 0x16e, 0x2fd), F64X3, scaleDouble, {
    carry: flagDouble,
  }),
  vop3(
    'v_div_fmas_f32',
    opcodes(0x1e2, 0x16f, 0x237),
    F32X3,
    (a, b, c, scaled) =>
      scaled
        ? fusedMultiplyAdd(a, b, c) * 2 ** getUnscalingExponent(c, SINGLE_DIVISION)
        : fusedMultiplyAdd(a, b, c),
    { readsVcc: true },
  ),
  vop3(
    'v_div_fmas_f64',
    opcodes(0x1e3, 0x170, 0x238),
    F64X3,
    (a, b, c, scaled) =>
      computeScaledFusedDouble(a, b, c, scaled ? getUnscalingExponent(c, DOUBLE_DIVISION) : 0),
    { readsVcc: true },
  ),
  vop3('v_div_fixup_f32', opcodes(0x1de, 0x15f, 0x227), F32X3, makeFixup(SINGLE_DIVISION), {
    nan: FIXUP_NAN,
  }),
  vop3('v_div_fixup_f64', opcodes(0x1df, 0x160, 0x228), F64X3, makeFixup(DOUBLE_DIVISION), {
    nan: FIXUP_NAN,
  }),
  vop3('v_div_fixup_f16', opcodes(0x207, 0x35f, 0x254), F16X3, makeFixup(HALF_DIVISION), {
    nan: FIXUP_NAN,
  }),
  vop3('v_div_fixup_legacy_f16', { gfx9: 0x1ef, gfx10: X }, F16X3, makeFixup(HALF_DIVISION), {
    nan: FIXUP_NAN,
    omitsOpSel: true,
  }),
];
