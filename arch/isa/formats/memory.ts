import type { ByGeneration } from '../../since-generation.js';
import { type Layout, layout, maskedLayout, type Places } from './layout.js';

const BUFFER_COMMON: Places = {
  offset: [0, 12],
  vaddr: [32, 8],
  vdata: [40, 8],
  srsrc: [48, 5],
  soffset: [56, 8],
};

const BUFFER_GFX9: Places = { ...BUFFER_COMMON, offen: 12, idxen: 13, glc: 14, tfe: 55 };
const BUFFER_GFX11: Places = { ...BUFFER_COMMON, slc: 12, dlc: 13, glc: 14, tfe: 53, offen: 54, idxen: 55 };

const MUBUF_GFX9 = layout(0xe0000000, 6, 2, { ...BUFFER_GFX9, op: [18, 7], lds: 16, slc: 17 });
const MUBUF_GFX10 = layout(0xe0000000, 6, 2, {
  ...BUFFER_GFX9,
  op: [18, 8],
  dlc: 15,
  lds: 16,
  slc: 54,
});
const MUBUF_GFX11 = layout(0xe0000000, 6, 2, { ...BUFFER_GFX11, op: [18, 8] });

const TYPED_GFX9: Places = { ...BUFFER_GFX9, format: [19, 7], slc: 54 };

/** `format` is DATA_FORMAT | NUM_FORMAT << 4 on GFX9 and a single number on later generations. */
const MTBUF_GFX9 = layout(0xe8000000, 6, 2, { ...TYPED_GFX9, op: [15, 4] });
const MTBUF_GFX10 = layout(0xe8000000, 6, 2, {
  ...TYPED_GFX9,
  op: [
    [16, 3],
    [53, 1],
  ],
  dlc: 15,
});
const MTBUF_GFX11 = layout(0xe8000000, 6, 2, { ...BUFFER_GFX11, format: [19, 7], op: [15, 4] });

const IMAGE_COMMON: Places = { dmask: [8, 4], vaddr: [32, 8], vdata: [40, 8], srsrc: [48, 5] };

const MIMG_COMMON: Places = {
  ...IMAGE_COMMON,
  unorm: 12,
  glc: 13,
  tfe: 16,
  lwe: 17,
  slc: 25,
  ssamp: [53, 5],
  d16: 63,
};
const MIMG_OP = [
  [18, 7],
  [0, 1],
] as const;

const MIMG_GFX9 = layout(0xf0000000, 6, 2, { ...MIMG_COMMON, op: MIMG_OP, da: 14, a16: 15 });

/** `nsa` is the number of extra words that hold address registers. */
const MIMG_GFX10 = layout(0xf0000000, 6, 2, {
  ...MIMG_COMMON,
  op: MIMG_OP,
  nsa: [1, 2],
  dim: [3, 3],
  dlc: 7,
  r128: 15,
  a16: 62,
});

const MIMG_GFX11 = layout(0xf0000000, 6, 2, {
  ...IMAGE_COMMON,
  op: [18, 8],
  nsa: 0,
  dim: [2, 3],
  unorm: 7,
  slc: 12,
  dlc: 13,
  glc: 14,
  r128: 15,
  a16: 16,
  d16: 17,
  tfe: 53,
  lwe: 54,
  ssamp: [58, 5],
});

const FLAT_COMMON: Places = { op: [18, 7], addr: [32, 8], data: [40, 8], saddr: [48, 7], vdst: [56, 8] };

const FLAT_GFX9_COMMON: Places = { ...FLAT_COMMON, lds: 13, seg: [14, 2], glc: 16, slc: 17 };

/** `seg` is 0 for flat, 1 for scratch and 2 for global accesses. */
const FLAT_GFX9 = layout(0xdc000000, 6, 2, { ...FLAT_GFX9_COMMON, offset: [0, 13] });
const FLAT_GFX10 = layout(0xdc000000, 6, 2, { ...FLAT_GFX9_COMMON, offset: [0, 12], dlc: 12 });
const FLAT_GFX11 = layout(0xdc000000, 6, 2, {
  ...FLAT_COMMON,
  offset: [0, 13],
  dlc: 13,
  glc: 14,
  slc: 15,
  seg: [16, 2],
  sve: 55,
});

const DS_COMMON: Places = {
  offset0: [0, 8],
  offset1: [8, 8],
  addr: [32, 8],
  data0: [40, 8],
  data1: [48, 8],
  vdst: [56, 8],
};

const DS_GFX9 = layout(0xd8000000, 6, 2, { ...DS_COMMON, gds: 16, op: [17, 8] });
const DS_GFX10 = layout(0xd8000000, 6, 2, { ...DS_COMMON, gds: 17, op: [18, 8] });

const EXPORT_COMMON: Places = {
  en: [0, 4],
  tgt: [4, 6],
  done: 11,
  vsrc0: [32, 8],
  vsrc1: [40, 8],
  vsrc2: [48, 8],
  vsrc3: [56, 8],
};

const EXPORT_FIELDS: Places = { ...EXPORT_COMMON, compr: 10, vm: 12 };

const EXP_GFX9 = layout(0xc4000000, 6, 2, EXPORT_FIELDS);
const EXP_GFX10 = layout(0xf8000000, 6, 2, EXPORT_FIELDS);
const EXP_GFX11 = layout(0xf8000000, 6, 2, { ...EXPORT_COMMON, row: 13 });

/** The scope of an access and its temporal hint (`th`), which contains the return bit of atomics. */
const SCOPE_AND_HINT: Places = { scope: [50, 2], th: [52, 3] };

const VBUFFER: Places = {
  ...SCOPE_AND_HINT,
  soffset: [0, 7],
  tfe: 22,
  vdata: [32, 8],
  srsrc: [43, 7],
  format: [55, 7],
  offen: 62,
  idxen: 63,
  vaddr: [64, 8],
  offset: [72, 24],
};

/** Typed accesses use the upper half of the opcodes. */
const TYPED_BIT = 1 << 21;

const VBUFFER_GFX12 = maskedLayout(0xc4000000, 0xfc000000 | TYPED_BIT, 3, { ...VBUFFER, op: [14, 7] });
const VBUFFER_TYPED_GFX12 = maskedLayout(0xc4000000 | TYPED_BIT, 0xfc000000 | TYPED_BIT, 3, {
  ...VBUFFER,
  op: [14, 7],
});

const VIMAGE: Places = {
  ...SCOPE_AND_HINT,
  dim: [0, 3],
  r128: 4,
  d16: 5,
  a16: 6,
  op: [14, 8],
  dmask: [22, 4],
  vdata: [32, 8],
  srsrc: [43, 7],
  vaddr: [64, 8],
  addr1: [72, 8],
  addr2: [80, 8],
  addr3: [88, 8],
};

const VIMAGE_GFX12 = layout(0xd0000000, 6, 3, { ...VIMAGE, tfe: 55, addr4: [56, 8] });
const VSAMPLE_GFX12 = layout(0xe4000000, 6, 3, {
  ...VIMAGE,
  tfe: 3,
  unorm: 13,
  lwe: 40,
  ssamp: [57, 7],
});

/** VFLAT, VSCRATCH and VGLOBAL, distinguished by `seg`. */
const FLAT_GFX12 = layout(0xec000000, 6, 3, {
  ...SCOPE_AND_HINT,
  saddr: [0, 7],
  op: [14, 8],
  seg: [24, 2],
  vdst: [32, 8],
  sve: 49,
  data: [55, 8],
  addr: [64, 8],
  offset: [72, 24],
});

const DS_GFX12 = layout(0xd8000000, 6, 2, { ...DS_COMMON, op: [18, 8] });

/** The field layouts of the memory and export formats. Each is valid from its generation until the next entry. */
export const MEMORY_FORMATS = {
  mubuf: { gfx9: MUBUF_GFX9, gfx10: MUBUF_GFX10, gfx11: MUBUF_GFX11, gfx12: VBUFFER_GFX12 },
  mtbuf: { gfx9: MTBUF_GFX9, gfx10: MTBUF_GFX10, gfx11: MTBUF_GFX11, gfx12: VBUFFER_TYPED_GFX12 },
  mimg: { gfx9: MIMG_GFX9, gfx10: MIMG_GFX10, gfx11: MIMG_GFX11, gfx12: VIMAGE_GFX12 },
  vsample: { gfx12: VSAMPLE_GFX12 },
  flat: { gfx9: FLAT_GFX9, gfx10: FLAT_GFX10, gfx11: FLAT_GFX11, gfx12: FLAT_GFX12 },
  ds: { gfx9: DS_GFX9, gfx10: DS_GFX10, gfx12: DS_GFX12 },
  exp: { gfx9: EXP_GFX9, gfx10: EXP_GFX10, gfx11: EXP_GFX11 },
} satisfies Readonly<Record<string, ByGeneration<Layout>>>;
