import { GENERATIONS, type Gfx } from '../../chips.js';
import { getGenerationEntry, type SinceGeneration } from '../../since-generation.js';
import { type Layout, layout, type Places } from './layout.js';
import * as memory from './memory.js';

// These scalar formats have the same layout in every generation.
export const SOP1 = layout(0xbe800000, 9, 1, { op: [8, 8], sdst: [16, 7], ssrc0: [0, 8] });

export const SOPC = layout(0xbf000000, 9, 1, { op: [16, 7], ssrc0: [0, 8], ssrc1: [8, 8] });

export const SOPP = layout(0xbf800000, 9, 1, { op: [16, 7], simm16: [0, 16] });

export const SOPK = layout(0xb0000000, 4, 1, { op: [23, 5], sdst: [16, 7], simm16: [0, 16] });

export const SOP2 = layout(0x80000000, 2, 1, { op: [23, 7], sdst: [16, 7], ssrc0: [0, 8], ssrc1: [8, 8] });

const SMEM_COMMON: Places = { op: [18, 8], sbase: [0, 6], sdata: [6, 7], offset: [32, 21] };

/** If `imm` is set, `offset` is an immediate; otherwise, its low 7 bits select a register. */
const SMEM_GFX9 = layout(0xc0000000, 6, 2, {
  ...SMEM_COMMON,
  soffset_en: 14,
  glc: 16,
  imm: 17,
  soffset: [57, 7],
});

const SMEM_GFX10 = layout(0xf4000000, 6, 2, { ...SMEM_COMMON, dlc: 14, glc: 16, soffset: [57, 7] });

const SMEM_GFX11 = layout(0xf4000000, 6, 2, { ...SMEM_COMMON, dlc: 13, glc: 14, soffset: [57, 7] });

const SMEM_GFX12 = layout(0xf4000000, 6, 2, {
  sbase: [0, 6],
  sdata: [6, 7],
  op: [13, 6],
  scope: [21, 2],
  th: [23, 2],
  offset: [32, 24],
  soffset: [57, 7],
});

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

const VOP3_GFX9 = layout(0xd0000000, 6, 2, VOP3_FIELDS);
const VOP3_GFX10 = layout(0xd4000000, 6, 2, VOP3_FIELDS);
const VOP3SD_GFX9 = layout(0xd0000000, 6, 2, VOP3SD_FIELDS);
const VOP3SD_GFX10 = layout(0xd4000000, 6, 2, VOP3SD_FIELDS);
const VOP3P_GFX9 = layout(0xd3800000, 9, 2, VOP3P_FIELDS);
const VOP3P_GFX10 = layout(0xcc000000, 9, 2, VOP3P_FIELDS);

const VINTRP_FIELDS: Places = { op: [16, 2], vsrc: [0, 8], attrchan: [8, 2], attr: [10, 6], vdst: [18, 8] };

const VINTRP_GFX9 = layout(0xd4000000, 6, 1, VINTRP_FIELDS);
const VINTRP_GFX10 = layout(0xc8000000, 6, 1, VINTRP_FIELDS);

const VINTERP_FIELDS: Places = {
  vdst: [0, 8],
  wait_exp: [8, 3],
  op_sel: [11, 4],
  clamp: 15,
  ...THREE_SOURCES,
};

/** Interpolation from registers. */
const VINTERP = layout(0xcd000000, 8, 2, { ...VINTERP_FIELDS, op: [16, 7] });
const VINTERP_GFX12 = layout(0xcd000000, 8, 2, { ...VINTERP_FIELDS, op: [16, 5] });

/** Parameter loads and direct loads from LDS (GFX11 and later). */
const LDSDIR_FIELDS: Places = {
  op: [20, 2],
  vdst: [0, 8],
  attrchan: [8, 2],
  attr: [10, 6],
  wait_vdst: [16, 4],
};

const LDSDIR = layout(0xce000000, 8, 1, LDSDIR_FIELDS);
const LDSDIR_GFX12 = layout(0xce000000, 8, 1, { ...LDSDIR_FIELDS, wait_vm_vsrc: 23 });

/** Two operations in one instruction (GFX11 and later). The low bit of `vdsty` is the inverse of `vdstx`'s. */
const VOPD = layout(0xc8000000, 6, 2, {
  op: [22, 4],
  opy: [17, 5],
  srcx0: [0, 9],
  vsrcx1: [9, 8],
  srcy0: [32, 9],
  vsrcy1: [41, 8],
  vdsty: [49, 7],
  vdstx: [56, 8],
});

/** Names of the instruction formats. */
export type FormatName =
  | 'sop1'
  | 'sop2'
  | 'sopc'
  | 'sopk'
  | 'sopp'
  | 'smem'
  | 'vop1'
  | 'vop2'
  | 'vopc'
  | 'vop3'
  | 'vop3sd'
  | 'vop3p'
  | 'vintrp'
  | 'vinterp'
  | 'ldsdir'
  | 'vopd'
  | 'mubuf'
  | 'mtbuf'
  | 'mimg'
  | 'vsample'
  | 'flat'
  | 'ds'
  | 'exp';

type FormatTable = Partial<Record<FormatName, Layout>>;

const COMMON: FormatTable = {
  sop1: SOP1,
  sopc: SOPC,
  sopp: SOPP,
  sopk: SOPK,
  sop2: SOP2,
  vop1: VOP1,
  vopc: VOPC,
  vop2: VOP2,
};

/** The field layouts of all formats, by generation. Formats that a generation lacks are absent from its table. */
const FORMATS: SinceGeneration<FormatTable> = {
  gfx9: {
    ...COMMON,
    smem: SMEM_GFX9,
    vop3p: VOP3P_GFX9,
    vop3: VOP3_GFX9,
    vop3sd: VOP3SD_GFX9,
    vintrp: VINTRP_GFX9,
    mubuf: memory.MUBUF_GFX9,
    mtbuf: memory.MTBUF_GFX9,
    mimg: memory.MIMG_GFX9,
    flat: memory.FLAT_GFX9,
    ds: memory.DS_GFX9,
    exp: memory.EXP_GFX9,
  },
  gfx10: {
    ...COMMON,
    smem: SMEM_GFX10,
    vop3: VOP3_GFX10,
    vop3sd: VOP3SD_GFX10,
    vop3p: VOP3P_GFX10,
    vintrp: VINTRP_GFX10,
    mubuf: memory.MUBUF_GFX10,
    mtbuf: memory.MTBUF_GFX10,
    mimg: memory.MIMG_GFX10,
    flat: memory.FLAT_GFX10,
    ds: memory.DS_GFX10,
    exp: memory.EXP_GFX10,
  },
  gfx11: {
    ...COMMON,
    smem: SMEM_GFX11,
    vop3: VOP3_GFX10,
    vop3sd: VOP3SD_GFX10,
    vop3p: VOP3P_GFX10,
    vinterp: VINTERP,
    ldsdir: LDSDIR,
    vopd: VOPD,
    mubuf: memory.MUBUF_GFX11,
    mtbuf: memory.MTBUF_GFX11,
    mimg: memory.MIMG_GFX11,
    flat: memory.FLAT_GFX11,
    ds: memory.DS_GFX10,
    exp: memory.EXP_GFX11,
  },
  gfx12: {
    ...COMMON,
    smem: SMEM_GFX12,
    vop3: VOP3_GFX10,
    vop3sd: VOP3SD_GFX10,
    vop3p: VOP3P_GFX10,
    vinterp: VINTERP_GFX12,
    ldsdir: LDSDIR_GFX12,
    vopd: VOPD,
    mubuf: memory.VBUFFER_GFX12,
    mtbuf: memory.VBUFFER_TYPED_GFX12,
    mimg: memory.VIMAGE_GFX12,
    vsample: memory.VSAMPLE_GFX12,
    flat: memory.FLAT_GFX12,
    ds: memory.DS_GFX12,
    exp: memory.EXP_GFX11,
  },
};

/** Each generation's formats, longest fixed prefix first, without `vop3sd`, which shares its prefix with `vop3`. */
const FORMATS_BY_PREFIX: ReadonlyMap<Gfx, readonly (readonly [FormatName, Layout])[]> = new Map(
  GENERATIONS.map((gfx) => [
    gfx,
    (Object.entries(getGenerationEntry(FORMATS, gfx)) as [FormatName, Layout][])
      .filter(([name]) => name !== 'vop3sd')
      .sort(([, a], [, b]) => b.mask - a.mask),
  ]),
);

/** Returns all formats of a generation except `vop3sd`. */
export function listFormats(gfx: Gfx): FormatName[] {
  return (FORMATS_BY_PREFIX.get(gfx) ?? []).map(([name]) => name);
}

/** Returns the format identified by an instruction's first word, or undefined if the generation has no such format. */
export function findFormat(word: number, gfx: Gfx): FormatName | undefined {
  const first = word >>> 0;
  return FORMATS_BY_PREFIX.get(gfx)?.find(([, { mask, match }]) => (first & mask) >>> 0 === match)?.[0];
}

/** Returns the layout of a format. Throws if the generation does not have the format. */
export function getLayout(format: FormatName, gfx: Gfx): Layout {
  const layout = getGenerationEntry(FORMATS, gfx)[format];
  if (layout === undefined) throw new Error(`Format ${format} does not exist on ${gfx}`);
  return layout;
}
