import type { Gfx } from '../../../arch/index.js';
import { type Dialect, entryText, messageText } from '../../dialect/index.js';

/** A section's begin marker; `label` makes its labels unique. */
export function beginText(gfx: Gfx, label = ''): string {
  return entryText(gfx).replaceAll(/\b(poll|section)\b/g, `$1${label}`);
}

/**
 * The end marker: completes the section's outstanding operations and sends the exit; since GFX11 only the last export can do
 * that.
 */
export function endMarkerText(gfx: Gfx, { waitStores, waitLoads }: Dialect): string {
  return `\n  ${waitLoads}\n  ${waitStores}${messageText(gfx)}`;
}

/** A uniform condition on the number of the wave's first primitive: sets SCC unless its lowest bits are all set. */
export function uniformConditionText(bits: number): string {
  return `
  v_readfirstlane_b32 s13, v6
  s_and_b32 s13, s13, ${bits}
  s_cmp_lg_u32 s13, ${bits}`;
}
