import { bits, layout, maskedLayout } from './layout.js';

const BUFFER_COMMON = {
  offset: bits(0, 12),
  vaddr: bits(32, 8),
  vdata: bits(40, 8),
  srsrc: bits(48, 5),
  soffset: bits(56, 8),
};

export const MUBUF_GFX9 = layout(0xe0000000, 6, 2, {
  ...BUFFER_COMMON,
  op: bits(18, 7),
  offen: bits(12),
  idxen: bits(13),
  glc: bits(14),
  lds: bits(16),
  slc: bits(17),
  tfe: bits(55),
});

export const MUBUF_GFX10 = layout(0xe0000000, 6, 2, {
  ...BUFFER_COMMON,
  op: bits(18, 8),
  offen: bits(12),
  idxen: bits(13),
  glc: bits(14),
  dlc: bits(15),
  lds: bits(16),
  slc: bits(54),
  tfe: bits(55),
});

export const MUBUF_GFX11 = layout(0xe0000000, 6, 2, {
  ...BUFFER_COMMON,
  op: bits(18, 8),
  slc: bits(12),
  dlc: bits(13),
  glc: bits(14),
  tfe: bits(53),
  offen: bits(54),
  idxen: bits(55),
});

const TYPED_COMMON = { ...BUFFER_COMMON, format: bits(19, 7) };

/** `format` is DATA_FORMAT | NUM_FORMAT << 4 on GFX9 and a single number on later generations. */
export const MTBUF_GFX9 = layout(0xe8000000, 6, 2, {
  ...TYPED_COMMON,
  op: bits(15, 4),
  offen: bits(12),
  idxen: bits(13),
  glc: bits(14),
  slc: bits(54),
  tfe: bits(55),
});

export const MTBUF_GFX10 = layout(0xe8000000, 6, 2, {
  ...TYPED_COMMON,
  op: [...bits(16, 3), ...bits(53)],
  offen: bits(12),
  idxen: bits(13),
  glc: bits(14),
  dlc: bits(15),
  slc: bits(54),
  tfe: bits(55),
});

export const MTBUF_GFX11 = layout(0xe8000000, 6, 2, {
  ...TYPED_COMMON,
  op: bits(15, 4),
  slc: bits(12),
  dlc: bits(13),
  glc: bits(14),
  tfe: bits(53),
  offen: bits(54),
  idxen: bits(55),
});

const IMAGE_COMMON = { dmask: bits(8, 4), vaddr: bits(32, 8), vdata: bits(40, 8), srsrc: bits(48, 5) };

export const MIMG_GFX9 = layout(0xf0000000, 6, 2, {
  ...IMAGE_COMMON,
  op: [...bits(18, 7), ...bits(0)],
  unorm: bits(12),
  glc: bits(13),
  da: bits(14),
  a16: bits(15),
  tfe: bits(16),
  lwe: bits(17),
  slc: bits(25),
  ssamp: bits(53, 5),
  d16: bits(63),
});

/** `nsa` is the number of extra words that hold address registers. */
export const MIMG_GFX10 = layout(0xf0000000, 6, 2, {
  ...IMAGE_COMMON,
  op: [...bits(18, 7), ...bits(0)],
  nsa: bits(1, 2),
  dim: bits(3, 3),
  dlc: bits(7),
  unorm: bits(12),
  glc: bits(13),
  r128: bits(15),
  tfe: bits(16),
  lwe: bits(17),
  slc: bits(25),
  ssamp: bits(53, 5),
  a16: bits(62),
  d16: bits(63),
});

export const MIMG_GFX11 = layout(0xf0000000, 6, 2, {
  ...IMAGE_COMMON,
  op: bits(18, 8),
  nsa: bits(0),
  dim: bits(2, 3),
  unorm: bits(7),
  slc: bits(12),
  dlc: bits(13),
  glc: bits(14),
  r128: bits(15),
  a16: bits(16),
  d16: bits(17),
  tfe: bits(53),
  lwe: bits(54),
  ssamp: bits(58, 5),
});

const FLAT_COMMON = {
  op: bits(18, 7),
  addr: bits(32, 8),
  data: bits(40, 8),
  saddr: bits(48, 7),
  vdst: bits(56, 8),
};

/** `seg` is 0 for flat, 1 for scratch and 2 for global accesses. */
export const FLAT_GFX9 = layout(0xdc000000, 6, 2, {
  ...FLAT_COMMON,
  offset: bits(0, 13),
  lds: bits(13),
  seg: bits(14, 2),
  glc: bits(16),
  slc: bits(17),
});

export const FLAT_GFX10 = layout(0xdc000000, 6, 2, {
  ...FLAT_COMMON,
  offset: bits(0, 12),
  dlc: bits(12),
  lds: bits(13),
  seg: bits(14, 2),
  glc: bits(16),
  slc: bits(17),
});

export const FLAT_GFX11 = layout(0xdc000000, 6, 2, {
  ...FLAT_COMMON,
  offset: bits(0, 13),
  dlc: bits(13),
  glc: bits(14),
  slc: bits(15),
  seg: bits(16, 2),
  sve: bits(55),
});

const DS_COMMON = {
  offset0: bits(0, 8),
  offset1: bits(8, 8),
  addr: bits(32, 8),
  data0: bits(40, 8),
  data1: bits(48, 8),
  vdst: bits(56, 8),
};

export const DS_GFX9 = layout(0xd8000000, 6, 2, { ...DS_COMMON, gds: bits(16), op: bits(17, 8) });
export const DS_GFX10 = layout(0xd8000000, 6, 2, { ...DS_COMMON, gds: bits(17), op: bits(18, 8) });

const EXPORT_COMMON = {
  en: bits(0, 4),
  tgt: bits(4, 6),
  done: bits(11),
  vsrc0: bits(32, 8),
  vsrc1: bits(40, 8),
  vsrc2: bits(48, 8),
  vsrc3: bits(56, 8),
};

const EXPORT_FIELDS = { ...EXPORT_COMMON, compr: bits(10), vm: bits(12) };

export const EXP_GFX9 = layout(0xc4000000, 6, 2, EXPORT_FIELDS);
export const EXP_GFX10 = layout(0xf8000000, 6, 2, EXPORT_FIELDS);
export const EXP_GFX11 = layout(0xf8000000, 6, 2, { ...EXPORT_COMMON, row: bits(13) });

/** The scope of an access and its temporal hint (`th`), which contains the return bit of atomics. */
const SCOPE_AND_HINT = { scope: bits(50, 2), th: bits(52, 3) };

const VBUFFER = {
  ...SCOPE_AND_HINT,
  soffset: bits(0, 7),
  tfe: bits(22),
  vdata: bits(32, 8),
  srsrc: bits(43, 7),
  format: bits(55, 7),
  offen: bits(62),
  idxen: bits(63),
  vaddr: bits(64, 8),
  offset: bits(72, 24),
};

/** Typed accesses use the upper half of the opcodes. */
const TYPED_BIT = 1 << 21;

export const VBUFFER_GFX12 = maskedLayout(0xc4000000, 0xfc000000 | TYPED_BIT, 3, {
  ...VBUFFER,
  op: bits(14, 7),
});
export const VBUFFER_TYPED_GFX12 = maskedLayout(0xc4000000 | TYPED_BIT, 0xfc000000 | TYPED_BIT, 3, {
  ...VBUFFER,
  op: bits(14, 7),
});

const VIMAGE = {
  ...SCOPE_AND_HINT,
  dim: bits(0, 3),
  r128: bits(4),
  d16: bits(5),
  a16: bits(6),
  op: bits(14, 8),
  dmask: bits(22, 4),
  vdata: bits(32, 8),
  srsrc: bits(43, 7),
  vaddr: bits(64, 8),
  addr1: bits(72, 8),
  addr2: bits(80, 8),
  addr3: bits(88, 8),
};

export const VIMAGE_GFX12 = layout(0xd0000000, 6, 3, { ...VIMAGE, tfe: bits(55), addr4: bits(56, 8) });
export const VSAMPLE_GFX12 = layout(0xe4000000, 6, 3, {
  ...VIMAGE,
  tfe: bits(3),
  unorm: bits(13),
  lwe: bits(40),
  ssamp: bits(57, 7),
});

/** VFLAT, VSCRATCH and VGLOBAL, distinguished by `seg`. */
export const FLAT_GFX12 = layout(0xec000000, 6, 3, {
  ...SCOPE_AND_HINT,
  saddr: bits(0, 7),
  op: bits(14, 8),
  seg: bits(24, 2),
  vdst: bits(32, 8),
  sve: bits(49),
  data: bits(55, 8),
  addr: bits(64, 8),
  offset: bits(72, 24),
});

export const DS_GFX12 = layout(0xd8000000, 6, 2, { ...DS_COMMON, op: bits(18, 8) });
