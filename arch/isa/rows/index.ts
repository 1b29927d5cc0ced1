import { CONTROL_ROWS } from './control.js';
import { CROSS_LANE_ROWS } from './cross-lane.js';
import { DIVISION_ROWS } from './division.js';
import { DOT_ROWS } from './dot.js';
import { DOUBLE_ROWS } from './double.js';
import { DS_ROWS } from './ds.js';
import { DX9_ROWS } from './dx9.js';
import { addGfx12Change } from './gfx12.js';
import { GFX12_ROWS } from './gfx12-rows.js';
import { HALF_ROWS } from './half.js';
import { INTERPOLATION_ROWS } from './interpolation.js';
import { KNOWN_SCALAR_ROWS, KNOWN_SMEM_ROWS, KNOWN_VECTOR_ROWS } from './known.js';
import { KNOWN_DS_ROWS } from './known-ds.js';
import { FLAT_ROWS, MTBUF_ROWS, MUBUF_ROWS, SMEM_ROWS } from './memory.js';
import { MIMG_ROWS } from './mimg.js';
import { GPR_INDEX_ROWS, RELATIVE_ROWS } from './relative.js';
import type { ExportRow, Row } from './row.js';
import { everywhere } from './row-base.js';
import { SCALAR_FLOAT_ROWS } from './scalar-float.js';
import { SOP1_ROWS } from './sop1.js';
import { SOP2_ROWS } from './sop2.js';
import { SOPC_ROWS, SOPK_ROWS } from './sopc-sopk.js';
import { SPECIAL_ROWS } from './special.js';
import { VOP1_ROWS } from './vop1.js';
import { VOP2_ROWS } from './vop2.js';
import { VOP3_ROWS } from './vop3.js';
import { VOP3P_ROWS } from './vop3p.js';
import { VOPC_ROWS } from './vopc.js';
import { VOPD_ROWS } from './vopd.js';

/** The export instruction has no opcode field. */
const EXPORT_ROW: ExportRow = { family: 'export', format: 'exp', name: 'exp', opcode: everywhere(0) };

/** The instruction table: one row per instruction. */
export const ALL_ROWS: readonly Row[] = [
  ...SOP1_ROWS,
  ...SOP2_ROWS,
  ...SOPC_ROWS,
  ...SOPK_ROWS,
  ...SCALAR_FLOAT_ROWS,
  ...CONTROL_ROWS,
  ...SMEM_ROWS,
  ...VOP1_ROWS,
  ...VOP2_ROWS,
  ...VOP3_ROWS,
  ...VOP3P_ROWS,
  ...DIVISION_ROWS,
  ...DOT_ROWS,
  ...DX9_ROWS,
  ...HALF_ROWS,
  ...DOUBLE_ROWS,
  ...SPECIAL_ROWS,
  ...RELATIVE_ROWS,
  ...GPR_INDEX_ROWS,
  ...VOPC_ROWS,
  ...CROSS_LANE_ROWS,
  ...VOPD_ROWS,
  ...INTERPOLATION_ROWS,
  ...MUBUF_ROWS,
  ...MTBUF_ROWS,
  ...FLAT_ROWS,
  ...MIMG_ROWS,
  ...DS_ROWS,
  EXPORT_ROW,
  ...KNOWN_SCALAR_ROWS,
  ...KNOWN_SMEM_ROWS,
  ...KNOWN_DS_ROWS,
  ...KNOWN_VECTOR_ROWS,
  ...GFX12_ROWS,
].map(addGfx12Change);
