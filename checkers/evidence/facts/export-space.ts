import { factsOf, type Gfx } from '../../../arch/index.js';

/**
 * Whether export space is reserved for a draw's waves. On GFX11 and later, a draw without export formats gets none
 * (S-112). On GFX10, such a draw gets none if it sets the colour format to zero, because GFX10 then skips exports
 * (S-109, S-111).
 */
export function reservesSpace(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  const { SPI_SHADER_COL_FORMAT: colour, SPI_SHADER_Z_FORMAT: depth } = registers;
  const { withoutExportFormat } = factsOf(gfx);
  if (withoutExportFormat === 'exports-anyway') return true;
  if (withoutExportFormat === 'skips-exports' && colour === undefined) return true;
  return (colour ?? 0) !== 0 || (depth ?? 0) !== 0;
}

/**
 * Whether a draw's waves are known to execute their exports. GFX10 skips them if there is no export format (S-109,
 * S-111). If the draw does not set the colour format, they may be skipped.
 */
export function executesExports(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  if (factsOf(gfx).withoutExportFormat !== 'skips-exports') return true;
  return registers.SPI_SHADER_COL_FORMAT !== undefined && reservesSpace(gfx, registers);
}
