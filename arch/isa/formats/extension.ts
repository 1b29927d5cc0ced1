import { memoise } from '../../memoise.js';
import type { FormatName } from './index.js';
import { bits, type Layout, type Places, placeFields } from './layout.js';

/** The type of word that follows an instruction's base words, if any. */
export type Extension = 'none' | 'literal' | 'sdwa' | 'dpp16' | 'dpp8';

/** First-source codes that indicate an extension word. */
export const SOURCE_SDWA = 249;
export const SOURCE_DPP16 = 250;
export const SOURCE_DPP8 = 233;
export const SOURCE_DPP8_FETCH_INACTIVE = 234;
export const SOURCE_LITERAL = 255;

/** The source fields for sub-dword addressing. */
const SDWA_SOURCES: Places = {
  src0_sel: [16, 3],
  src0_sext: 19,
  src0_neg: 20,
  src0_abs: 21,
  src0_scalar: 23,
  src1_sel: [24, 3],
  src1_sext: 27,
  src1_neg: 28,
  src1_abs: 29,
  src1_scalar: 31,
};

/** The fields for sub-dword addressing in VOP1 and VOP2 (GFX9 to GFX10.3). Bits are numbered from the second word. */
const SDWA = placeFields({
  x_src0: [0, 8],
  dst_sel: [8, 3],
  dst_unused: [11, 2],
  clamp: 13,
  omod: [14, 2],
  ...SDWA_SOURCES,
});

/** The fields for sub-dword addressing in comparisons, which have a scalar result and so no destination selectors. */
const SDWA_COMPARE = placeFields({ x_src0: [0, 8], sdst: [8, 7], sdst_en: 15, ...SDWA_SOURCES });

/** DPP16 fields that follow a long-form instruction, which already has source sign bits. */
const DPP16_LONG_PLACES: Places = {
  x_src0: [0, 8],
  dpp_ctrl: [8, 9],
  fetch_inactive: 18,
  bound_ctrl: 19,
  bank_mask: [24, 4],
  row_mask: [28, 4],
};

const DPP16_LONG = placeFields(DPP16_LONG_PLACES);

/** DPP16 fields that follow a short-form instruction. These include source modifiers. */
const DPP16 = placeFields({ ...DPP16_LONG_PLACES, src0_neg: 20, src0_abs: 21, src1_neg: 22, src1_abs: 23 });

/** The fields for DPP within groups of eight lanes, with a three-bit selector for each lane. */
const DPP8 = placeFields({ x_src0: [0, 8], lanes: [8, 24] });

/** Returns the fields of an extension word. A literal has none. */
export function getExtensionFields(extension: Extension, format: FormatName): Layout['fields'] {
  if (extension === 'sdwa') return format === 'vopc' ? SDWA_COMPARE : SDWA;
  if (extension === 'dpp16') return format.startsWith('vop3') ? DPP16_LONG : DPP16;
  return extension === 'dpp8' ? DPP8 : {};
}

/** Returns the fields of the words with further address registers of an image instruction: `addr1`, `addr2`, etc. */
export const getAddressFields = memoise((words: number): Layout['fields'] =>
  Object.fromEntries(Array.from({ length: 4 * words }, (_, i) => [`addr${i + 1}`, bits(8 * i, 8)])),
);
