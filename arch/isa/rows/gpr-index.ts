import type { GprIndexRow } from './row.js';
import { onlyOn } from './row-base.js';

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
