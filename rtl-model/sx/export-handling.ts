import { factsOf, type Gfx, getFieldOrZero, getRegisterOrZero } from '../../arch/index.js';

/** How a draw's exports are handled, depending on its formats and the generation. */
export interface ExportHandling {
  /** Whether the draw's waves are allocated export space (S-110). */
  readonly reservesExportSpace: boolean;
  /** Whether the draw's waves skip exports (S-109). */
  readonly skipsExports: boolean;
}

/**
 * Determines how the exports of a draw are handled. A draw without any export format reserves no space. GFX10 then
 * skips its exports, including the synchronisation of a wave's last one; GFX11 never raises export-ready; GFX9 does not
 * skip anything (S-109 to S-112).
 */
export function getExportHandling(gfx: Gfx, registers: Readonly<Record<string, number>>): ExportHandling {
  const { withoutExportFormat } = factsOf(gfx);
  const depth = getFieldOrZero(gfx, registers, 'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT');
  const hasFormat = getRegisterOrZero(registers, 'SPI_SHADER_COL_FORMAT') !== 0 || depth !== 0;
  return {
    reservesExportSpace: hasFormat || withoutExportFormat === 'works',
    skipsExports: !hasFormat && withoutExportFormat === 'skips-exports',
  };
}
