import { type InterpolationRow, type Opcodes, X } from './row.js';

function vintrp(
  name: string,
  opcode: number,
  interpolation: InterpolationRow['interpolation'],
): InterpolationRow {
  const before11: Opcodes = [opcode, opcode, opcode, X];
  return { family: 'interpolation', format: 'vintrp', name, opcode: before11, interpolation };
}

function gfx11(
  name: string,
  format: 'ldsdir' | 'vinterp',
  opcode: number,
  interpolation: InterpolationRow['interpolation'],
): InterpolationRow {
  return { family: 'interpolation', format, name, opcode: [X, X, X, opcode], interpolation };
}

/** Parameter interpolation: from LDS up to GFX10.3, load and interpolation apart on GFX11. */
export const INTERPOLATION_ROWS: readonly InterpolationRow[] = [
  vintrp('v_interp_p1_f32', 0, 'p1'),
  vintrp('v_interp_p2_f32', 1, 'p2'),
  vintrp('v_interp_mov_f32', 2, 'mov'),
  gfx11('lds_param_load', 'ldsdir', 0, 'parameter-load'),
  gfx11('v_interp_p10_f32', 'vinterp', 0, 'p10'),
  gfx11('v_interp_p2_f32', 'vinterp', 1, 'p2-register'),
];
