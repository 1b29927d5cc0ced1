import type { Gfx } from '../../chips.js';
import { type ByGeneration, buildPerGeneration, findGenerationEntry } from '../../since-generation.js';
import { type Bits, type Layout, layout, type Places } from './layout.js';
import { MEMORY_FORMATS } from './memory.js';

const SMEM_COMMON: Places = { op: [18, 8], sbase: [0, 6], sdata: [6, 7], offset: [32, 21], soffset: [57, 7] };
const THREE_SOURCES: Places = { src0: [32, 9], src1: [41, 9], src2: [50, 9], neg: [61, 3] };
const VOP3_COMMON: Places = { op: [16, 10], vdst: [0, 8], clamp: 15, omod: [59, 2], ...THREE_SOURCES };
const VOP3: Places = { ...VOP3_COMMON, abs: [8, 3], op_sel: [11, 4] };
/** VOP3 with a scalar result (a carry-out) instead of abs and op_sel. */
const VOP3SD: Places = { ...VOP3_COMMON, sdst: [8, 7] };
const OP_SEL_HI: Bits = [
  [59, 2],
  [14, 1],
];
const VOP3P: Places = {
  op: [16, 7],
  vdst: [0, 8],
  neg_hi: [8, 3],
  op_sel: [11, 3],
  op_sel_hi: OP_SEL_HI,
  clamp: 15,
  ...THREE_SOURCES,
};
const VINTRP: Places = { op: [16, 2], vsrc: [0, 8], attrchan: [8, 2], attr: [10, 6], vdst: [18, 8] };
const VINTERP: Places = { vdst: [0, 8], wait_exp: [8, 3], op_sel: [11, 4], clamp: 15, ...THREE_SOURCES };
const LDSDIR: Places = { op: [20, 2], vdst: [0, 8], attrchan: [8, 2], attr: [10, 6], wait_vdst: [16, 4] };

/** The field layouts of all formats. Each is valid from its generation until the next entry; `null` ends a format. */
const FORMATS = {
  sop1: { gfx9: layout(0xbe800000, 9, 1, { op: [8, 8], sdst: [16, 7], ssrc0: [0, 8] }) },
  sopc: { gfx9: layout(0xbf000000, 9, 1, { op: [16, 7], ssrc0: [0, 8], ssrc1: [8, 8] }) },
  sopp: { gfx9: layout(0xbf800000, 9, 1, { op: [16, 7], simm16: [0, 16] }) },
  sopk: { gfx9: layout(0xb0000000, 4, 1, { op: [23, 5], sdst: [16, 7], simm16: [0, 16] }) },
  sop2: { gfx9: layout(0x80000000, 2, 1, { op: [23, 7], sdst: [16, 7], ssrc0: [0, 8], ssrc1: [8, 8] }) },
  vop1: { gfx9: layout(0x7e000000, 7, 1, { op: [9, 8], vdst: [17, 8], src0: [0, 9] }) },
  vopc: { gfx9: layout(0x7c000000, 7, 1, { op: [17, 8], src0: [0, 9], vsrc1: [9, 8] }) },
  vop2: { gfx9: layout(0x00000000, 1, 1, { op: [25, 6], vdst: [17, 8], src0: [0, 9], vsrc1: [9, 8] }) },
  smem: {
    // If `imm` is set, `offset` is an immediate; otherwise, its low 7 bits select a register.
    gfx9: layout(0xc0000000, 6, 2, { ...SMEM_COMMON, soffset_en: 14, glc: 16, imm: 17 }),
    gfx10: layout(0xf4000000, 6, 2, { ...SMEM_COMMON, dlc: 14, glc: 16 }),
    gfx11: layout(0xf4000000, 6, 2, { ...SMEM_COMMON, dlc: 13, glc: 14 }),
    gfx12: layout(0xf4000000, 6, 2, {
      ...SMEM_COMMON,
      op: [13, 6],
      scope: [21, 2],
      th: [23, 2],
      offset: [32, 24],
    }),
  },
  vop3p: { gfx9: layout(0xd3800000, 9, 2, VOP3P), gfx10: layout(0xcc000000, 9, 2, VOP3P) },
  vop3: { gfx9: layout(0xd0000000, 6, 2, VOP3), gfx10: layout(0xd4000000, 6, 2, VOP3) },
  vop3sd: { gfx9: layout(0xd0000000, 6, 2, VOP3SD), gfx10: layout(0xd4000000, 6, 2, VOP3SD) },
  vintrp: { gfx9: layout(0xd4000000, 6, 1, VINTRP), gfx10: layout(0xc8000000, 6, 1, VINTRP), gfx11: null },
  /** Interpolation from registers. */
  vinterp: {
    gfx11: layout(0xcd000000, 8, 2, { ...VINTERP, op: [16, 7] }),
    gfx12: layout(0xcd000000, 8, 2, { ...VINTERP, op: [16, 5] }),
  },
  /** Parameter loads and direct loads from LDS. */
  ldsdir: {
    gfx11: layout(0xce000000, 8, 1, LDSDIR),
    gfx12: layout(0xce000000, 8, 1, { ...LDSDIR, wait_vm_vsrc: 23 }),
  },
  /** Two operations in one instruction. The low bit of `vdsty` is the inverse of `vdstx`'s. */
  vopd: {
    gfx11: layout(0xc8000000, 6, 2, {
      op: [22, 4],
      opy: [17, 5],
      srcx0: [0, 9],
      vsrcx1: [9, 8],
      srcy0: [32, 9],
      vsrcy1: [41, 8],
      vdsty: [49, 7],
      vdstx: [56, 8],
    }),
  },
  ...MEMORY_FORMATS,
} satisfies Readonly<Record<string, ByGeneration<Layout | null>>>;

/** Names of the instruction formats. */
export type FormatName = keyof typeof FORMATS;

/** Each generation's formats, longest fixed prefix first, without `vop3sd`, which shares its prefix with `vop3`. */
const FORMATS_BY_PREFIX = buildPerGeneration((gfx) =>
  (Object.keys(FORMATS) as FormatName[])
    .flatMap((name) => {
      const layout = findLayout(name, gfx);
      return layout === undefined || name === 'vop3sd' ? [] : [{ name, layout }];
    })
    .sort((a, b) => b.layout.mask - a.layout.mask),
);

function findLayout(format: FormatName, gfx: Gfx): Layout | undefined {
  return findGenerationEntry<Layout | null>(FORMATS[format], gfx) ?? undefined;
}

/** Returns all formats of a generation except `vop3sd`. */
export function listFormats(gfx: Gfx): FormatName[] {
  return FORMATS_BY_PREFIX[gfx].map(({ name }) => name);
}

/** Returns the format identified by an instruction's first word, or undefined if the generation has no such format. */
export function findFormat(word: number, gfx: Gfx): FormatName | undefined {
  const first = word >>> 0;
  return FORMATS_BY_PREFIX[gfx].find(({ layout: { mask, match } }) => (first & mask) >>> 0 === match)?.name;
}

/** Returns the layout of a format. Throws if the generation does not have the format. */
export function getLayout(format: FormatName, gfx: Gfx): Layout {
  const layout = findLayout(format, gfx);
  if (layout === undefined) throw new Error(`Format ${format} does not exist on ${gfx}`);
  return layout;
}
