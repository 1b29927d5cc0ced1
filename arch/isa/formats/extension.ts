import type { FormatName } from './index.js';
import { bits, type Layout } from './layout.js';

/** The type of word that follows an instruction's base words, if any. */
export type Extension = 'none' | 'literal' | 'sdwa' | 'dpp16' | 'dpp8';

/** First-source codes that indicate an extension word. */
export const SOURCE_SDWA = 249;
export const SOURCE_DPP16 = 250;
export const SOURCE_DPP8 = 233;
export const SOURCE_DPP8_FETCH_INACTIVE = 234;
export const SOURCE_LITERAL = 255;

/** The source fields for sub-dword addressing. */
const SDWA_SOURCES: Layout['fields'] = {
  src0_sel: bits(16, 3),
  src0_sext: bits(19),
  src0_neg: bits(20),
  src0_abs: bits(21),
  src0_scalar: bits(23),
  src1_sel: bits(24, 3),
  src1_sext: bits(27),
  src1_neg: bits(28),
  src1_abs: bits(29),
  src1_scalar: bits(31),
};

/** The fields for sub-dword addressing in VOP1 and VOP2 (GFX9 to GFX10.3). Bits are numbered from the second word. */
const SDWA: Layout['fields'] = {
  x_src0: bits(0, 8),
  dst_sel: bits(8, 3),
  dst_unused: bits(11, 2),
  clamp: bits(13),
  omod: bits(14, 2),
  ...SDWA_SOURCES,
};

/** The fields for sub-dword addressing in comparisons, which have a scalar result and so no destination selectors. */
const SDWA_COMPARE: Layout['fields'] = {
  x_src0: bits(0, 8),
  sdst: bits(8, 7),
  sdst_en: bits(15),
  ...SDWA_SOURCES,
};

/** DPP16 fields that follow a long-form instruction, which already has source sign bits. */
const DPP16_LONG: Layout['fields'] = {
  x_src0: bits(0, 8),
  dpp_ctrl: bits(8, 9),
  fetch_inactive: bits(18),
  bound_ctrl: bits(19),
  bank_mask: bits(24, 4),
  row_mask: bits(28, 4),
};

/** DPP16 fields that follow a short-form instruction. These include source modifiers. */
const DPP16: Layout['fields'] = {
  ...DPP16_LONG,
  src0_neg: bits(20),
  src0_abs: bits(21),
  src1_neg: bits(22),
  src1_abs: bits(23),
};

/** The fields for DPP within groups of eight lanes, with a three-bit selector for each lane. */
const DPP8: Layout['fields'] = { x_src0: bits(0, 8), lanes: bits(8, 24) };

/** Returns the fields of an extension word. A literal has none. */
export function getExtensionFields(extension: Extension, format: FormatName): Layout['fields'] {
  if (extension === 'sdwa') return format === 'vopc' ? SDWA_COMPARE : SDWA;
  if (extension === 'dpp16') return format.startsWith('vop3') ? DPP16_LONG : DPP16;
  return extension === 'dpp8' ? DPP8 : {};
}
