import type { OperandType } from '../operand-type.js';
import { type GprIndexRow, type ScalarRow, type VectorRow, vop1 } from './row.js';
import { type M0Field, type Opcodes, onlyOn, opcodes, type RelativeOperands } from './row-base.js';

const ALL_BITS: M0Field = [0, 32];
/** The first index in M0, for moves with a separate index per operand. */
const FIRST: M0Field = [0, 10];
/** The second index in M0. */
const SECOND: M0Field = [16, 10];

function vectorMove(name: string, opcode: number, relative: RelativeOperands): VectorRow {
  const options = relative.swaps ? ({ relative, encodings: 'single' } as const) : { relative };
  return vop1(name, { gfx10: opcode }, ['b32', 'b32'], (a) => a, options);
}

function scalarMove(name: string, opcode: Opcodes, type: OperandType, relative: RelativeOperands): ScalarRow {
  return { family: 'scalar', format: 'sop1', name, opcode, dst: type, sources: [type], relative };
}

/** Moves between registers selected by M0. The vector moves have been available since GFX10. */
export const RELATIVE_ROWS: readonly (VectorRow | ScalarRow)[] = [
  vectorMove('v_movreld_b32', 0x42, { destination: ALL_BITS }),
  vectorMove('v_movrels_b32', 0x43, { source: ALL_BITS }),
  vectorMove('v_movrelsd_b32', 0x44, { source: ALL_BITS, destination: ALL_BITS }),
  vectorMove('v_movrelsd_2_b32', 0x48, { source: FIRST, destination: SECOND }),
  vectorMove('v_swaprel_b32', 0x68, { source: FIRST, destination: SECOND, swaps: true }),
  scalarMove('s_movrels_b32', opcodes(0x2a, 0x2e, 0x40), 'b32', { source: ALL_BITS }),
  scalarMove('s_movrels_b64', opcodes(0x2b, 0x2f, 0x41), 'b64', { source: ALL_BITS }),
  scalarMove('s_movreld_b32', opcodes(0x2c, 0x30, 0x42), 'b32', { destination: ALL_BITS }),
  scalarMove('s_movreld_b64', opcodes(0x2d, 0x31, 0x43), 'b64', { destination: ALL_BITS }),
  scalarMove('s_movrelsd_2_b32', { gfx10: 0x49, gfx11: 0x44 }, 'b32', { source: FIRST, destination: SECOND }),
];

function makeRow(
  format: GprIndexRow['format'],
  name: string,
  opcode: number,
  step: GprIndexRow['step'],
): GprIndexRow {
  return { family: 'gpr-index', format, name, opcode: onlyOn('gfx9', opcode), step };
}

/** GFX9 relative VGPR indexing. M0[7:0] is the index, and M0[15:12] selects the operands it is added to. */
export const GPR_INDEX_ROWS: readonly GprIndexRow[] = [
  makeRow('sopc', 's_set_gpr_idx_on', 0x11, 'on'),
  makeRow('sop1', 's_set_gpr_idx_idx', 0x32, 'index'),
  makeRow('sopp', 's_set_gpr_idx_mode', 0x1d, 'mode'),
  makeRow('sopp', 's_set_gpr_idx_off', 0x1c, 'off'),
];
