import type { Gfx } from '../../../arch/index.js';
import { type Dialect, emitDoneMessage, emitEntry } from '../../dialect/index.js';

/** Emits a section's begin marker, with `label` appended to its labels to make them unique. */
export function emitBeginMarker(gfx: Gfx, label = ''): string {
  return emitEntry(gfx).replaceAll(/\b(poll|section)\b/g, `$1${label}`);
}

/**
 * Emits the end marker, which waits for the section's outstanding operations and sends the exit message. GFX11 and
 * later have no such message; there, the last export is the exit.
 */
export function emitEndMarker(gfx: Gfx, { waitStores, waitLoads }: Dialect): string {
  return `\n  ${waitLoads}\n  ${waitStores}${emitDoneMessage(gfx)}`;
}

/**
 * Emits a uniform condition on the number of the wave's first primitive. It clears SCC if all bits of `mask` are set in
 * the number, and sets SCC otherwise.
 */
export function emitUniformCondition(mask: number): string {
  return `
  v_readfirstlane_b32 s13, v6
  s_and_b32 s13, s13, ${mask}
  s_cmp_lg_u32 s13, ${mask}`;
}
