import type { Gfx } from '../../../arch/index.js';
import { factsOf } from '../../../arch/index.js';

/**
 * Returns whether a draw's waves are allocated export space. From GFX11 on, a draw without export formats gets
 * none (S-112). On GFX10, such a draw gets none if it sets the colour format to zero, since GFX10 then skips
 * exports (S-109, S-111).
 */
export function reservesSpace(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  const { SPI_SHADER_COL_FORMAT: colour, SPI_SHADER_Z_FORMAT: depth } = registers;
  const { withoutExportFormat } = factsOf(gfx);
  if (withoutExportFormat === 'works') return true;
  if (withoutExportFormat === 'skips-exports' && colour === undefined) return true;
  return (colour ?? 0) !== 0 || (depth ?? 0) !== 0;
}

/**
 * Returns whether a draw's waves are known to execute their exports. Without any export format, GFX10 skips
 * them (S-109, S-111). A draw that does not set the colour format may skip them.
 */
export function executesExports(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  if (factsOf(gfx).withoutExportFormat !== 'skips-exports') return true;
  return registers.SPI_SHADER_COL_FORMAT !== undefined && reservesSpace(gfx, registers);
}
