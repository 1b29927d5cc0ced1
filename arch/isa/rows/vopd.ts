import { DOT_ROWS } from './dot.js';
import type { DualRow, VectorRow } from './row.js';
import { getName } from './row-base.js';
import { VOP1_ROWS } from './vop1.js';
import { VOP2_ROWS } from './vop2.js';

/**
 * The opcodes in a dual instruction, each with the single-issue instruction that it corresponds to. Opcodes 16 and
 * above are valid only in the second half.
 */
const SINGLE_ISSUE_OPCODES: readonly (readonly [opcode: number, single: string])[] = [
  [0, 'v_fmac_f32'],
  [1, 'v_fmaak_f32'],
  [2, 'v_fmamk_f32'],
  [3, 'v_mul_f32'],
  [4, 'v_add_f32'],
  [5, 'v_sub_f32'],
  [6, 'v_subrev_f32'],
  [7, 'v_mul_dx9_zero_f32'],
  [8, 'v_mov_b32'],
  [9, 'v_cndmask_b32'],
  [10, 'v_max_f32'],
  [11, 'v_min_f32'],
  [12, 'v_dot2acc_f32_f16'],
  [16, 'v_add_nc_u32'],
  [17, 'v_lshlrev_b32'],
  [18, 'v_and_b32'],
];

function findSingleIssueRow(name: string): VectorRow {
  const row = [...VOP1_ROWS, ...VOP2_ROWS, ...DOT_ROWS].find(
    (candidate) => getName(candidate, 'gfx11') === name,
  );
  if (row === undefined) throw new Error(`No table row for ${name}, which dual instructions need`);
  return row;
}

/** The operations that a half of a dual instruction can perform. */
export const VOPD_ROWS: readonly DualRow[] = SINGLE_ISSUE_OPCODES.map(([opcode, single]) => ({
  family: 'dual',
  format: 'vopd',
  name: single.replace('v_', 'v_dual_'),
  opcode: { gfx11: opcode },
  single: findSingleIssueRow(single),
}));
