import type { Gfx } from '../../../arch/index.js';
import { factsOf } from '../../../arch/index.js';

/**
 * Whether the waves of a draw get export space. Without any export format there is none on GFX11 (S-112), and on GFX10,
 * which then skips exports (S-109, S-111), only where the draw says so explicitly.
 */
export function reservesSpace(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  const { SPI_SHADER_COL_FORMAT: colour, SPI_SHADER_Z_FORMAT: depth } = registers;
  const { withoutExportFormat } = factsOf(gfx);
  if (withoutExportFormat === 'works') return true;
  if (withoutExportFormat === 'skips-exports' && colour === undefined) return true;
  return (colour ?? 0) !== 0 || (depth ?? 0) !== 0;
}

/**
 * Whether the waves of a draw execute their exports. Without any export format GFX10 skips them (S-109, S-111), and where the
 * draw does not give it, it is unknown.
 */
export function executesExports(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  if (factsOf(gfx).withoutExportFormat !== 'skips-exports') return true;
  return registers.SPI_SHADER_COL_FORMAT !== undefined && reservesSpace(gfx, registers);
}
