import { factsOf } from '../../arch/index.js';
import type { ColourOutputs } from '../../transactions/index.js';
import { leaveText } from '../golden/protocol.js';
import { isPaired, PACKS } from './conversions.js';
import { type PartContext, REGISTERS } from './part.js';

/** Which of r0 and r1 each target gets, in the order of the targets. */
export const TARGET_COLOURS: Readonly<Record<ColourOutputs, readonly (0 | 1)[]>> = {
  none: [],
  one: [0],
  two: [0, 1],
  broadcast: [0, 0, 0, 0, 0, 0, 0, 0],
};

/** Scratch registers that one packed colour takes. */
const PACKED = 4;

/**
 * Converts and exports the colours; the last export carries done. A shader without colours exports nothing. Alpha for the
 * coverage goes before them to the depth target, as 32_AR (Mesa's radeonsi and RADV on GFX11).
 */
export function outputsText(context: PartContext): string {
  const { gfx, state } = context;
  const { conversion } = state;
  const targets = TARGET_COLOURS[state.outputs];
  if (conversion === 'ZERO') return leaveText(gfx);
  const packed = REGISTERS.colours.map((from, colour) =>
    PACKS[conversion](gfx, from, REGISTERS.scratch + PACKED * colour),
  );
  const used = packed.filter((_, colour) => targets.some((target) => target === colour));
  const compressed = isPaired(conversion) && factsOf(gfx).hasExportMaskBits ? ' compr' : '';
  const exports = targets.map((colour, target) => {
    const isLast = target === targets.length - 1;
    const mask = isLast && factsOf(gfx).hasExportMaskBits ? ' vm' : '';
    return `\n  exp mrt${target} ${packed[colour].operands}${isLast ? ' done' : ''}${compressed}${mask}`;
  });
  const alpha = state.alphaToCoverage ? `\n  exp mrtz off, ${REGISTERS.coverage}, off, off` : '';
  return `${used.map(({ text }) => text).join('')}${alpha}${exports.join('')}
  s_endpgm`;
}
