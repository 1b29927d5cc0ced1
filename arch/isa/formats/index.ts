import { GENERATIONS, type Gfx } from '../../chips.js';
import { getGenerationEntry, type SinceGeneration } from '../../since-generation.js';
import type { Layout } from './layout.js';
import * as memory from './memory.js';
import * as scalar from './scalar.js';
import * as vector from './vector.js';

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
  sop1: scalar.SOP1,
  sopc: scalar.SOPC,
  sopp: scalar.SOPP,
  sopk: scalar.SOPK,
  sop2: scalar.SOP2,
  vop1: vector.VOP1,
  vopc: vector.VOPC,
  vop2: vector.VOP2,
};

/** The field layouts of all formats, by generation. Formats that a generation lacks are absent from its table. */
const FORMATS: SinceGeneration<FormatTable> = {
  gfx9: {
    ...COMMON,
    smem: scalar.SMEM_GFX9,
    vop3p: vector.VOP3P_GFX9,
    vop3: vector.VOP3_GFX9,
    vop3sd: vector.VOP3SD_GFX9,
    vintrp: vector.VINTRP_GFX9,
    mubuf: memory.MUBUF_GFX9,
    mtbuf: memory.MTBUF_GFX9,
    mimg: memory.MIMG_GFX9,
    flat: memory.FLAT_GFX9,
    ds: memory.DS_GFX9,
    exp: memory.EXP_GFX9,
  },
  gfx10: {
    ...COMMON,
    smem: scalar.SMEM_GFX10,
    vop3: vector.VOP3_GFX10,
    vop3sd: vector.VOP3SD_GFX10,
    vop3p: vector.VOP3P_GFX10,
    vintrp: vector.VINTRP_GFX10,
    mubuf: memory.MUBUF_GFX10,
    mtbuf: memory.MTBUF_GFX10,
    mimg: memory.MIMG_GFX10,
    flat: memory.FLAT_GFX10,
    ds: memory.DS_GFX10,
    exp: memory.EXP_GFX10,
  },
  gfx11: {
    ...COMMON,
    smem: scalar.SMEM_GFX11,
    vop3: vector.VOP3_GFX10,
    vop3sd: vector.VOP3SD_GFX10,
    vop3p: vector.VOP3P_GFX10,
    vinterp: vector.VINTERP,
    ldsdir: vector.LDSDIR,
    vopd: vector.VOPD,
    mubuf: memory.MUBUF_GFX11,
    mtbuf: memory.MTBUF_GFX11,
    mimg: memory.MIMG_GFX11,
    flat: memory.FLAT_GFX11,
    ds: memory.DS_GFX10,
    exp: memory.EXP_GFX11,
  },
  gfx12: {
    ...COMMON,
    smem: scalar.SMEM_GFX12,
    vop3: vector.VOP3_GFX10,
    vop3sd: vector.VOP3SD_GFX10,
    vop3p: vector.VOP3P_GFX10,
    vinterp: vector.VINTERP_GFX12,
    ldsdir: vector.LDSDIR_GFX12,
    vopd: vector.VOPD,
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
