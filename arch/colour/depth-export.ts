import { EXPORT_FORMAT } from './export-format.js';

/** A value that an export to MRTZ can carry. */
export type DepthExportValue = 'depth' | 'stencil' | 'mask';

/** The word and bit at which a value starts in an export. */
export interface ExportPosition {
  readonly word: number;
  readonly bit: number;
}

type Layout = Partial<Readonly<Record<DepthExportValue, ExportPosition>>>;

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
