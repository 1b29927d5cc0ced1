import type { Gfx } from '../chips.js';
import { floatFromBits } from '../isa/numbers/bits.js';
import { halfToNumber } from '../isa/numbers/half.js';

/** Export formats and their values in SPI_SHADER_COL_FORMAT (corpus README, "Exports"). */
export const EXPORT_FORMAT = {
  NONE: 0,
  R32: 1,
  GR32: 2,
  AR32: 3,
  FP16: 4,
  UNORM16: 5,
  SNORM16: 6,
  UINT16: 7,
  SINT16: 8,
  ABGR32: 9,
} as const;

const HALF_BITS = 16;

/** Component decoders for the formats that pack two 16-bit components per word. */
const HALF_DECODERS: Readonly<Record<number, (half: number) => number>> = {
  [EXPORT_FORMAT.FP16]: halfToNumber,
  [EXPORT_FORMAT.UNORM16]: (half) => half / 0xffff,
  [EXPORT_FORMAT.SNORM16]: (half) => Math.max(((half << HALF_BITS) >> HALF_BITS) / 0x7fff, -1),
  [EXPORT_FORMAT.UINT16]: (half) => half,
  [EXPORT_FORMAT.SINT16]: (half) => (half << HALF_BITS) >> HALF_BITS,
};

/**
 * Reads the colour (red, green, blue, alpha) that one lane exports, from `data[word * lanes + lane]`. Missing
 * components are 0; a missing alpha is 1. 32_AR has alpha in the fourth word on GFX9 and in the second on GFX10 and
 * later.
 */
export function readExportedColour(
  gfx: Gfx,
  format: number,
  data: Int32Array,
  lanes: number,
  lane: number,
  colour: Float64Array,
): void {
  colour[0] = 0;
  colour[1] = 0;
  colour[2] = 0;
  colour[3] = 1;
  const decodeHalf = HALF_DECODERS[format];
  if (decodeHalf !== undefined) {
    for (let i = 0; i < 4; i++) {
      colour[i] = decodeHalf((data[(i >> 1) * lanes + lane] >>> (HALF_BITS * (i & 1))) & 0xffff);
    }
    return;
  }
  const count = format === EXPORT_FORMAT.ABGR32 ? 4 : format === EXPORT_FORMAT.GR32 ? 2 : 1;
  for (let i = 0; i < count; i++) colour[i] = floatFromBits(data[i * lanes + lane]);
  if (format === EXPORT_FORMAT.AR32) colour[3] = floatFromBits(data[(gfx === 'gfx9' ? 3 : 1) * lanes + lane]);
}

/** A value that an export to MRTZ can carry. */
export type DepthExportValue = 'depth' | 'stencil' | 'mask';

/** The word and bit at which a value starts in an export. */
export interface ExportPosition {
  readonly word: number;
  readonly bit: number;
}

export type Layout = Partial<Readonly<Record<DepthExportValue, ExportPosition>>>;

const fullWord = (word: number): ExportPosition => ({ word, bit: 0 });

/** Position of each value, by export format. 16-bit components are too narrow for depth. */
const LAYOUTS: Readonly<Record<number, Layout>> = {
  [EXPORT_FORMAT.R32]: { depth: fullWord(0) },
  [EXPORT_FORMAT.GR32]: { depth: fullWord(0), stencil: fullWord(1) },
  [EXPORT_FORMAT.AR32]: { depth: fullWord(0) },
  [EXPORT_FORMAT.UINT16]: { stencil: { word: 0, bit: 16 }, mask: fullWord(1) },
  [EXPORT_FORMAT.ABGR32]: { depth: fullWord(0), stencil: fullWord(1), mask: fullWord(2) },
};

/**
 * Returns the position of a value in an MRTZ export with the given SPI_SHADER_Z_FORMAT: the depth (float bits), the
 * stencil (reference value in its low byte, operand in the next byte) or the sample mask. Returns undefined if the
 * format does not include the value (Mesa: aco, `export_fs_mrtz`).
 */
export function getDepthExportPosition(format: number, value: DepthExportValue): ExportPosition | undefined {
  return LAYOUTS[format]?.[value];
}
