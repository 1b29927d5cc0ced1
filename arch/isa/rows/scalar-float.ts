import type { OperandType } from '../operand-type.js';
import { HALF_ROWS } from './half.js';
import type { CrossLaneRow, ScalarRow, VectorRow } from './row.js';
import { getName, type Opcodes } from './row-base.js';
import { SPECIAL_ROWS } from './special.js';
import { VOP1_ROWS } from './vop1.js';
import { VOP2_ROWS } from './vop2.js';
import { VOPC_ROWS } from './vopc.js';

const VECTOR_ROWS = new Map(
  [...VOP1_ROWS, ...VOP2_ROWS, ...HALF_ROWS, ...VOPC_ROWS, ...SPECIAL_ROWS].map((row) => [
    getName(row, 'gfx11'),
    row,
  ]),
);

function findVectorRow(name: string): VectorRow {
  const row = VECTOR_ROWS.get(name);
  if (row === undefined) throw new Error(`Cannot derive a scalar operation: no vector row named ${name}`);
  return row;
}

/** Builds `s_NAME`, the scalar-register version of `v_NAME`. */
function makeScalarRow(
  format: 'sop1' | 'sop2' | 'sopc',
  name: string,
  opcode: Opcodes,
  vector = findVectorRow(`v_${name}`),
): ScalarRow {
  const { dst, sources, literalAt } = vector;
  return {
    family: 'scalar',
    format,
    name: `s_${name}`,
    opcode,
    sources,
    vector,
    ...(dst === undefined ? {} : { dst }),
    ...(vector.tied ? { tied: true } : {}),
    ...(literalAt === undefined ? {} : { literalAt }),
    ...(dst === undefined ? { scc: vector.compute } : {}),
  };
}

/** Builds operations, named in `names` and separated by spaces, with consecutive opcodes since GFX11.5. */
function makeConsecutiveRows(first: number, format: 'sop1' | 'sop2', names: string): ScalarRow[] {
  return names.split(' ').map((name, i) => makeScalarRow(format, name, { 'gfx11.5': first + i }));
}

/** Comparison relations, in opcode order. */
const RELATIONS = ['lt', 'eq', 'le', 'gt', 'lg', 'ge', 'o', 'u', 'nge', 'nlg', 'ngt', 'nle', 'neq', 'nlt'];

function makeComparisonRows(type: OperandType, first: number): ScalarRow[] {
  return RELATIONS.map((relation, i) =>
    makeScalarRow('sopc', `cmp_${relation}_${type}`, { 'gfx11.5': first + i }),
  );
}

/**
 * Converts the upper half of a register. Vector operations do this with a selector instead. Constants and literals are
 * 32 bits wide.
 */
const FROM_UPPER_HALF: ScalarRow = {
  ...makeScalarRow('sop1', 'cvt_hi_f32_f16', { 'gfx11.5': 0x6a }, findVectorRow('v_cvt_f32_f16')),
  sources: ['b32'],
  readsUpperHalf: true,
};

/** Float operations on scalar registers (RDNA3.5 and RDNA4 manuals, 6.8). Only comparisons write SCC. */
export const SCALAR_FLOAT_ROWS: readonly ScalarRow[] = [
  ...makeConsecutiveRows(0x60, 'sop1', 'ceil_f32 floor_f32 trunc_f32 rndne_f32'),
  ...makeConsecutiveRows(
    0x64,
    'sop1',
    'cvt_f32_i32 cvt_f32_u32 cvt_i32_f32 cvt_u32_f32 cvt_f16_f32 cvt_f32_f16',
  ),
  FROM_UPPER_HALF,
  ...makeConsecutiveRows(0x6b, 'sop1', 'ceil_f16 floor_f16 trunc_f16 rndne_f16'),
  ...makeConsecutiveRows(
    0x40,
    'sop2',
    'add_f32 sub_f32 min_f32 max_f32 mul_f32 fmaak_f32 fmamk_f32 fmac_f32',
  ),
  ...makeConsecutiveRows(0x48, 'sop2', 'cvt_pk_rtz_f16_f32 add_f16 sub_f16 min_f16 max_f16 mul_f16 fmac_f16'),
  ...makeComparisonRows('f32', 0x41),
  ...makeComparisonRows('f16', 0x51),
];

/** Builds `v_s_NAME`, the scalar-register version of `v_NAME` that GFX12's vector unit executes. */
function makeVectorUnitRow(name: string, gfx12: number): CrossLaneRow {
  const row = { family: 'cross-lane', format: 'vop3', to: 'scalar' } as const;
  return {
    ...row,
    name: `v_s_${name}`,
    opcode: { gfx12 },
    dst: 'f32',
    sources: ['f32'],
    usesExec: false,
    effect: () => undefined,
    vectorOp: findVectorRow(`v_${name}`),
  };
}

/** Scalar functions that only the vector unit implements. */
export const VECTOR_UNIT_ROWS: readonly CrossLaneRow[] = [
  makeVectorUnitRow('exp_f32', 0x280),
  makeVectorUnitRow('log_f32', 0x282),
  makeVectorUnitRow('rcp_f32', 0x284),
  makeVectorUnitRow('rsq_f32', 0x286),
  makeVectorUnitRow('sqrt_f32', 0x288),
];
