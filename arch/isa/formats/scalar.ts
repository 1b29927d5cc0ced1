import { bits, layout } from './layout.js';

// These scalar formats have the same layout in every generation.
export const SOP1 = layout(0xbe800000, 9, 1, { op: bits(8, 8), sdst: bits(16, 7), ssrc0: bits(0, 8) });

export const SOPC = layout(0xbf000000, 9, 1, { op: bits(16, 7), ssrc0: bits(0, 8), ssrc1: bits(8, 8) });

export const SOPP = layout(0xbf800000, 9, 1, { op: bits(16, 7), simm16: bits(0, 16) });

export const SOPK = layout(0xb0000000, 4, 1, { op: bits(23, 5), sdst: bits(16, 7), simm16: bits(0, 16) });

export const SOP2 = layout(0x80000000, 2, 1, {
  op: bits(23, 7),
  sdst: bits(16, 7),
  ssrc0: bits(0, 8),
  ssrc1: bits(8, 8),
});

const SMEM_COMMON = { op: bits(18, 8), sbase: bits(0, 6), sdata: bits(6, 7), offset: bits(32, 21) };

/** If `imm` is set, `offset` is an immediate; otherwise, its low 7 bits select a register. */
export const SMEM_GFX9 = layout(0xc0000000, 6, 2, {
  ...SMEM_COMMON,
  soffset_en: bits(14),
  glc: bits(16),
  imm: bits(17),
  soffset: bits(57, 7),
});

export const SMEM_GFX10 = layout(0xf4000000, 6, 2, {
  ...SMEM_COMMON,
  dlc: bits(14),
  glc: bits(16),
  soffset: bits(57, 7),
});

export const SMEM_GFX11 = layout(0xf4000000, 6, 2, {
  ...SMEM_COMMON,
  dlc: bits(13),
  glc: bits(14),
  soffset: bits(57, 7),
});

export const SMEM_GFX12 = layout(0xf4000000, 6, 2, {
  sbase: bits(0, 6),
  sdata: bits(6, 7),
  op: bits(13, 6),
  scope: bits(21, 2),
  th: bits(23, 2),
  offset: bits(32, 24),
  soffset: bits(57, 7),
});
