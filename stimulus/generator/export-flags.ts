import type { Gfx } from '../../arch/index.js';

/** What follows the operands of an export: the last one says so, and up to GFX10.3 which lanes count; GFX11 compresses none. */
export function exportFlags(gfx: Gfx, isLast: boolean, isPaired: boolean): string {
  const isGfx11 = gfx === 'gfx11';
  return `${isLast ? ' done' : ''}${isPaired && !isGfx11 ? ' compr' : ''}${isLast && !isGfx11 ? ' vm' : ''}`;
}
