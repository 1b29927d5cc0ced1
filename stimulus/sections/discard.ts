import { leaveText, messageText, waitFor, waitsApart } from '../dialect/index.js';
import type { PartContext, Phase } from './part.js';

/**
 * Lets the lanes of VCC live and ends the wave where none is left. The exit is sent once: where the section is open, with
 * its accesses done (S-078, S-083); GFX11's is the last export in any case.
 *
 * @param label unique in its part
 */
export function keepText(context: PartContext, label: string, phase: Phase): string {
  const { gfx, dialect } = context;
  const { mask, exec, vcc } = dialect;
  const exit = phase === 'open' ? `${drainText(context)}${messageText(gfx)}` : '';
  return `
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz ${label}${exit}${leaveText(gfx)}
${label}:`;
}

/** Waits for the accesses of the section, loads as well as stores. */
export function drainText({ gfx, dialect }: PartContext): string {
  const loads = waitsApart(gfx) ? `\n  ${waitFor(gfx, 'load')}` : '';
  return `${loads}
  ${dialect.waitStores}`;
}
