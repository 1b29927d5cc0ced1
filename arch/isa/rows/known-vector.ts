import type { OperandType } from '../operand-type.js';
import type { VectorRow } from './row.js';
import { KNOWN_BUT_UNMODELLED, type Opcodes, X } from './row-base.js';

function knownRow(
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
 * Vector operations that are known but not modelled. The screen partition depends on which parts of a chip are fused
 * off. Only an old compiler packs consecutive bytes, and only a numerical library needs the bits of 2 / pi for large
 * angles. Sums of absolute differences with four results only occur in compute shaders. Dot products with a 16-bit sum
 * are less precise on GFX11 than any formula, so drivers avoid them.
 */
export const KNOWN_VECTOR_ROWS: readonly VectorRow[] = [
  knownRow('vop1', 'v_screen_partition_4se_b32', { gfx9: 0x37, gfx10: X }, ['b32', 'b32']),
  knownRow('vop3', 'v_cvt_pkaccum_u8_f32', { gfx9: 0x1f0, gfx10: X }, ['b32', 'f32', 'u32']),
  knownRow('vop3', 'v_mqsad_u32_u8', { gfx9: 0x1e7, gfx10: 0x175, gfx11: 0x23d }, [
    'b128',
    'b64',
    'b32',
    'b128',
  ]),
  knownRow('vop3', 'v_trig_preop_f64', { gfx9: 0x292, gfx10: 0x174, gfx11: 0x32f }, ['f64', 'f64', 'i32']),
  knownRow('vop3', 'v_dot2_f16_f16', { gfx11: 0x266 }, ['f16', 'v2f16', 'v2f16', 'f16']),
  knownRow('vop3', 'v_dot2_bf16_bf16', { gfx11: 0x267 }, ['b16', 'v2f16', 'v2f16', 'b16']),
];
