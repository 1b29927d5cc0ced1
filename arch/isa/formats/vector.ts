import { layout, type Places } from './layout.js';

export const VOP1 = layout(0x7e000000, 7, 1, { op: [9, 8], vdst: [17, 8], src0: [0, 9] });

export const VOPC = layout(0x7c000000, 7, 1, { op: [17, 8], src0: [0, 9], vsrc1: [9, 8] });

export const VOP2 = layout(0x00000000, 1, 1, { op: [25, 6], vdst: [17, 8], src0: [0, 9], vsrc1: [9, 8] });

const THREE_SOURCES: Places = { src0: [32, 9], src1: [41, 9], src2: [50, 9], neg: [61, 3] };

const VOP3_FIELDS: Places = {
  op: [16, 10],
  vdst: [0, 8],
  abs: [8, 3],
  op_sel: [11, 4],
  clamp: 15,
  omod: [59, 2],
  ...THREE_SOURCES,
};

/** VOP3 with a scalar result (a carry-out) instead of abs and op_sel. */
const VOP3SD_FIELDS: Places = {
  op: [16, 10],
  vdst: [0, 8],
  sdst: [8, 7],
  clamp: 15,
  omod: [59, 2],
  ...THREE_SOURCES,
};

const VOP3P_FIELDS: Places = {
  op: [16, 7],
  vdst: [0, 8],
  neg_hi: [8, 3],
  op_sel: [11, 3],
  op_sel_hi: [
    [59, 2],
    [14, 1],
  ],
  clamp: 15,
  ...THREE_SOURCES,
};

export const VOP3_GFX9 = layout(0xd0000000, 6, 2, VOP3_FIELDS);
export const VOP3_GFX10 = layout(0xd4000000, 6, 2, VOP3_FIELDS);
export const VOP3SD_GFX9 = layout(0xd0000000, 6, 2, VOP3SD_FIELDS);
export const VOP3SD_GFX10 = layout(0xd4000000, 6, 2, VOP3SD_FIELDS);
export const VOP3P_GFX9 = layout(0xd3800000, 9, 2, VOP3P_FIELDS);
export const VOP3P_GFX10 = layout(0xcc000000, 9, 2, VOP3P_FIELDS);

const VINTRP_FIELDS: Places = { op: [16, 2], vsrc: [0, 8], attrchan: [8, 2], attr: [10, 6], vdst: [18, 8] };

export const VINTRP_GFX9 = layout(0xd4000000, 6, 1, VINTRP_FIELDS);
export const VINTRP_GFX10 = layout(0xc8000000, 6, 1, VINTRP_FIELDS);

const VINTERP_FIELDS: Places = {
  vdst: [0, 8],
  wait_exp: [8, 3],
  op_sel: [11, 4],
  clamp: 15,
  ...THREE_SOURCES,
};

/** Interpolation from registers. */
export const VINTERP = layout(0xcd000000, 8, 2, { ...VINTERP_FIELDS, op: [16, 7] });
export const VINTERP_GFX12 = layout(0xcd000000, 8, 2, { ...VINTERP_FIELDS, op: [16, 5] });

/** Parameter loads and direct loads from LDS (GFX11 and later). */
const LDSDIR_FIELDS: Places = {
  op: [20, 2],
  vdst: [0, 8],
  attrchan: [8, 2],
  attr: [10, 6],
  wait_vdst: [16, 4],
};

export const LDSDIR = layout(0xce000000, 8, 1, LDSDIR_FIELDS);
export const LDSDIR_GFX12 = layout(0xce000000, 8, 1, { ...LDSDIR_FIELDS, wait_vm_vsrc: 23 });

/** Two operations in one instruction (GFX11 and later). The low bit of `vdsty` is the inverse of `vdstx`'s. */
export const VOPD = layout(0xc8000000, 6, 2, {
  op: [22, 4],
  opy: [17, 5],
  srcx0: [0, 9],
  vsrcx1: [9, 8],
  srcy0: [32, 9],
  vsrcy1: [41, 8],
  vdsty: [49, 7],
  vdstx: [56, 8],
});
