import type { OperandType } from '../operand-type.js';
import type { VectorRow } from './row.js';
import { KNOWN_BUT_UNMODELLED, type Opcodes, X } from './row-base.js';

function makeRow(
  format: 'vop1' | 'vop3',
  name: string,
  opcode: Opcodes,
  [dst, ...sources]: readonly OperandType[],
): VectorRow {
  const compute = () => 0;
  return {
    family: 'vector',
    format,
    name,
    opcode,
    dst: dst!,
    sources,
    compute,
    unmodelled: KNOWN_BUT_UNMODELLED,
  };
}

/**
 * Vector operations that are known but not modelled. `v_screen_partition_4se_b32` depends on which parts of the chip
 * are fused off. `v_cvt_pkaccum_u8_f32` is only emitted by an old compiler, and `v_trig_preop_f64` (bits of 2 / pi) is
 * only used by a numerical library for large angles. Quad sums of absolute differences (`v_mqsad_u32_u8`) only occur in
 * compute shaders. On GFX11, dot products with a 16-bit sum are less precise than any formula we know of, so drivers
 * avoid them.
 */
export const KNOWN_VECTOR_ROWS: readonly VectorRow[] = [
  makeRow('vop1', 'v_screen_partition_4se_b32', { gfx9: 0x37, gfx10: X }, ['b32', 'b32']),
  makeRow('vop3', 'v_cvt_pkaccum_u8_f32', { gfx9: 0x1f0, gfx10: X }, ['b32', 'f32', 'u32']),
  makeRow('vop3', 'v_mqsad_u32_u8', { gfx9: 0x1e7, gfx10: 0x175, gfx11: 0x23d }, [
    'b128',
    'b64',
    'b32',
    'b128',
  ]),
  makeRow('vop3', 'v_trig_preop_f64', { gfx9: 0x292, gfx10: 0x174, gfx11: 0x32f }, ['f64', 'f64', 'i32']),
  makeRow('vop3', 'v_dot2_f16_f16', { gfx11: 0x266 }, ['f16', 'v2f16', 'v2f16', 'f16']),
  makeRow('vop3', 'v_dot2_bf16_bf16', { gfx11: 0x267 }, ['b16', 'v2f16', 'v2f16', 'b16']),
];
