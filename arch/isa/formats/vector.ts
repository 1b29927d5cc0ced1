import { bits, layout } from './layout.js';

export const VOP1 = layout(0x7e000000, 7, 1, { op: bits(9, 8), vdst: bits(17, 8), src0: bits(0, 9) });

export const VOPC = layout(0x7c000000, 7, 1, { op: bits(17, 8), src0: bits(0, 9), vsrc1: bits(9, 8) });

export const VOP2 = layout(0x00000000, 1, 1, {
  op: bits(25, 6),
  vdst: bits(17, 8),
  src0: bits(0, 9),
  vsrc1: bits(9, 8),
});

const THREE_SOURCES = { src0: bits(32, 9), src1: bits(41, 9), src2: bits(50, 9), neg: bits(61, 3) };

const VOP3_FIELDS = {
  op: bits(16, 10),
  vdst: bits(0, 8),
  abs: bits(8, 3),
  op_sel: bits(11, 4),
  clamp: bits(15),
  omod: bits(59, 2),
  ...THREE_SOURCES,
};

/** VOP3 with a scalar result (a carry-out) instead of abs and op_sel. */
const VOP3SD_FIELDS = {
  op: bits(16, 10),
  vdst: bits(0, 8),
  sdst: bits(8, 7),
  clamp: bits(15),
  omod: bits(59, 2),
  ...THREE_SOURCES,
};

const VOP3P_FIELDS = {
  op: bits(16, 7),
  vdst: bits(0, 8),
  neg_hi: bits(8, 3),
  op_sel: bits(11, 3),
  op_sel_hi: [...bits(59, 2), ...bits(14)],
  clamp: bits(15),
  ...THREE_SOURCES,
};

export const VOP3_GFX9 = layout(0xd0000000, 6, 2, VOP3_FIELDS);
export const VOP3_GFX10 = layout(0xd4000000, 6, 2, VOP3_FIELDS);
export const VOP3SD_GFX9 = layout(0xd0000000, 6, 2, VOP3SD_FIELDS);
export const VOP3SD_GFX10 = layout(0xd4000000, 6, 2, VOP3SD_FIELDS);
export const VOP3P_GFX9 = layout(0xd3800000, 9, 2, VOP3P_FIELDS);
export const VOP3P_GFX10 = layout(0xcc000000, 9, 2, VOP3P_FIELDS);

const VINTRP_FIELDS = {
  op: bits(16, 2),
  vsrc: bits(0, 8),
  attrchan: bits(8, 2),
  attr: bits(10, 6),
  vdst: bits(18, 8),
};

export const VINTRP_GFX9 = layout(0xd4000000, 6, 1, VINTRP_FIELDS);
export const VINTRP_GFX10 = layout(0xc8000000, 6, 1, VINTRP_FIELDS);

const VINTERP_FIELDS = {
  vdst: bits(0, 8),
  wait_exp: bits(8, 3),
  op_sel: bits(11, 4),
  clamp: bits(15),
  ...THREE_SOURCES,
};

/** Interpolation from registers. */
export const VINTERP = layout(0xcd000000, 8, 2, { ...VINTERP_FIELDS, op: bits(16, 7) });
export const VINTERP_GFX12 = layout(0xcd000000, 8, 2, { ...VINTERP_FIELDS, op: bits(16, 5) });

/** Parameter loads and direct loads from LDS (GFX11 and later). */
const LDSDIR_FIELDS = {
  op: bits(20, 2),
  vdst: bits(0, 8),
  attrchan: bits(8, 2),
  attr: bits(10, 6),
  wait_vdst: bits(16, 4),
};

export const LDSDIR = layout(0xce000000, 8, 1, LDSDIR_FIELDS);
export const LDSDIR_GFX12 = layout(0xce000000, 8, 1, { ...LDSDIR_FIELDS, wait_vm_vsrc: bits(23) });

/** Two operations in one instruction (GFX11 and later). The low bit of `vdsty` is the inverse of `vdstx`'s. */
export const VOPD = layout(0xc8000000, 6, 2, {
  op: bits(22, 4),
  opy: bits(17, 5),
  srcx0: bits(0, 9),
  vsrcx1: bits(9, 8),
  srcy0: bits(32, 9),
  vsrcy1: bits(41, 8),
  vdsty: bits(49, 7),
  vdstx: bits(56, 8),
});
