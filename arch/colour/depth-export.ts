import { EXPORT_FORMAT } from './export-format.js';

/** A value that an export to MRTZ can carry. */
export type DepthExportValue = 'depth' | 'stencil' | 'mask';

/** The position at which a value starts in the words of an export. */
export interface ExportPosition {
  readonly word: number;
  readonly bit: number;
}

type Layout = Partial<Readonly<Record<DepthExportValue, ExportPosition>>>;

const whole = (word: number): ExportPosition => ({ word, bit: 0 });

/** The positions of the values for every export format. 16-bit components have no room for depth. */
const LAYOUTS: Readonly<Record<number, Layout>> = {
  [EXPORT_FORMAT.R32]: { depth: whole(0) },
  [EXPORT_FORMAT.GR32]: { depth: whole(0), stencil: whole(1) },
  [EXPORT_FORMAT.AR32]: { depth: whole(0) },
  [EXPORT_FORMAT.UINT16]: { stencil: { word: 0, bit: 16 }, mask: whole(1) },
  [EXPORT_FORMAT.ABGR32]: { depth: whole(0), stencil: whole(1), mask: whole(2) },
};

/**
 * Returns where an export to MRTZ contains a value under this SPI_SHADER_Z_FORMAT: the depth (float bits), the stencil
 * (reference value in its low byte, operand in the next) or the sample mask. Returns undefined if the format has no room for
 * it (Mesa: aco, `export_fs_mrtz`).
 */
export function depthExportPosition(format: number, value: DepthExportValue): ExportPosition | undefined {
  return LAYOUTS[format]?.[value];
}
