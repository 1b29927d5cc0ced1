import { layout, type Places } from './layout.js';

// These scalar formats have the same layout in every generation.
export const SOP1 = layout(0xbe800000, 9, 1, { op: [8, 8], sdst: [16, 7], ssrc0: [0, 8] });

export const SOPC = layout(0xbf000000, 9, 1, { op: [16, 7], ssrc0: [0, 8], ssrc1: [8, 8] });

export const SOPP = layout(0xbf800000, 9, 1, { op: [16, 7], simm16: [0, 16] });

export const SOPK = layout(0xb0000000, 4, 1, { op: [23, 5], sdst: [16, 7], simm16: [0, 16] });

export const SOP2 = layout(0x80000000, 2, 1, { op: [23, 7], sdst: [16, 7], ssrc0: [0, 8], ssrc1: [8, 8] });

const SMEM_COMMON: Places = { op: [18, 8], sbase: [0, 6], sdata: [6, 7], offset: [32, 21] };

/** If `imm` is set, `offset` is an immediate; otherwise, its low 7 bits select a register. */
export const SMEM_GFX9 = layout(0xc0000000, 6, 2, {
  ...SMEM_COMMON,
  soffset_en: 14,
  glc: 16,
  imm: 17,
  soffset: [57, 7],
});

export const SMEM_GFX10 = layout(0xf4000000, 6, 2, { ...SMEM_COMMON, dlc: 14, glc: 16, soffset: [57, 7] });

export const SMEM_GFX11 = layout(0xf4000000, 6, 2, { ...SMEM_COMMON, dlc: 13, glc: 14, soffset: [57, 7] });

export const SMEM_GFX12 = layout(0xf4000000, 6, 2, {
  sbase: [0, 6],
  sdata: [6, 7],
  op: [13, 6],
  scope: [21, 2],
  th: [23, 2],
  offset: [32, 24],
  soffset: [57, 7],
});
