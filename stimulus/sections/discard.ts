import { hasSeparateStoreCounter, waitFor } from '../dialect/index.js';
import type { PartContext, Phase } from './part.js';

/**
 * Emits code that keeps only the lanes in VCC and ends the wave if none remain. If the section is open, this also waits
 * for its accesses and sends the exit message (S-078, S-083). On GFX11 and later, the exit is always the last export.
 *
 * @param label a label that is unique in the part
 */
export function emitLaneFilter(context: PartContext, label: string, phase: Phase): string {
  const { dialect } = context;
  const { mask, exec, vcc } = dialect;
  const exit = phase === 'open' ? `${emitPartSectionWait(context)}${dialect.doneMessage}` : '';
  return `
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz ${label}${exit}${dialect.waveEnd}
${label}:`;
}

/** Emits a wait for the section's loads and stores. */
export function emitPartSectionWait({ gfx, dialect }: PartContext): string {
  const loads = hasSeparateStoreCounter(gfx) ? `\n  ${waitFor(gfx, 'load')}` : '';
  return `${loads}
  ${dialect.waitStores}`;
}
