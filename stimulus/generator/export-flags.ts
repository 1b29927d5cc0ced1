import type { Gfx } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';

/** What follows the operands of an export: the last one says so, and up to GFX10.3 which lanes count; GFX11 compresses none. */
export function exportFlags(gfx: Gfx, isLast: boolean, isPaired: boolean): string {
  const { hasExportMaskBits } = factsOf(gfx);
  const compressed = isPaired && hasExportMaskBits ? ' compr' : '';
  return `${isLast ? ' done' : ''}${compressed}${isLast && hasExportMaskBits ? ' vm' : ''}`;
}
