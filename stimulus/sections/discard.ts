import { hasSeparateStoreCounter, leaveText, messageText, waitFor } from '../dialect/index.js';
import type { PartContext, Phase } from './part.js';

/**
 * Keeps the lanes of VCC and ends the wave if no lane is left. The exit is sent once: if the section is open, with its accesses
 * done (S-078, S-083); since GFX11 it is always the last export.
 *
 * @param label unique in its part
 */
export function keepText(context: PartContext, label: string, phase: Phase): string {
  const { gfx, dialect } = context;
  const { mask, exec, vcc } = dialect;
  const exit = phase === 'open' ? `${sectionWaitText(context)}${messageText(gfx)}` : '';
  return `
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz ${label}${exit}${leaveText(gfx)}
${label}:`;
}

/** Waits for the section's accesses, loads and stores. */
export function sectionWaitText({ gfx, dialect }: PartContext): string {
  const loads = hasSeparateStoreCounter(gfx) ? `\n  ${waitFor(gfx, 'load')}` : '';
  return `${loads}
  ${dialect.waitStores}`;
}
