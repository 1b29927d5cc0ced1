import type { Gfx } from '../../../arch/index.js';
import { type Dialect, entryText, messageText } from '../../dialect/index.js';

/** The begin marker of a section; `label` tells its labels from those of other begins. */
export function beginText(gfx: Gfx, label = ''): string {
  return entryText(gfx).replaceAll(/\b(poll|section)\b/g, `$1${label}`);
}

/** The end marker: what the section has under way is done, and the exit is sent; on GFX11 only the last export can do that. */
export function endMarkerText(gfx: Gfx, { waitStores, waitLoads }: Dialect): string {
  return `\n  ${waitLoads}\n  ${waitStores}${messageText(gfx)}`;
}

/** A uniform condition on the number of the wave's first primitive: SCC is set where its lowest bits are not all set. */
export function uniformConditionText(bits: number): string {
  return `
  v_readfirstlane_b32 s13, v6
  s_and_b32 s13, s13, ${bits}
  s_cmp_lg_u32 s13, ${bits}`;
}
