import { factsOf, type Gfx, getFieldOrZero, getRegisterOrZero } from '../../arch/index.js';

/**
 * Determines how a draw's exports are handled. On GFX10 and later, a draw without an export format reserves no space:
 * GFX10 skips its exports, including the synchronisation of each wave's last one, and GFX11 and later never raise
 * export-ready. GFX9 treats it like any other draw (S-109 to S-112).
 */
export function getExportHandling(gfx: Gfx, registers: Readonly<Record<string, number>>) {
  const { withoutExportFormat } = factsOf(gfx);
  const depth = getFieldOrZero(gfx, registers, 'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT');
  const hasFormat = getRegisterOrZero(registers, 'SPI_SHADER_COL_FORMAT') !== 0 || depth !== 0;
  return {
    /** Whether the draw's waves are allocated export space (S-110). */
    reservesExportSpace: hasFormat || withoutExportFormat === 'exports-anyway',
    /** Whether the draw's waves skip exports (S-109). */
    skipsExports: !hasFormat && withoutExportFormat === 'skips-exports',
  };
}

/** How the device handles a draw's exports, which depends on the draw's formats and the generation. */
export type ExportHandling = Readonly<ReturnType<typeof getExportHandling>>;
