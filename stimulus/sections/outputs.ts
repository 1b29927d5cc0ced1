import type { ColourOutputs } from '../../transactions/index.js';
import { formatExport } from '../dialect/index.js';
import { isPaired, PACKS } from './conversions.js';
import { type PartContext, REGISTERS } from './part.js';

/** The colour that each target receives, in target order: r0 or r1. */
export const TARGET_COLOURS: Readonly<Record<ColourOutputs, readonly (0 | 1)[]>> = {
  none: [],
  one: [0],
  two: [0, 1],
  broadcast: [0, 0, 0, 0, 0, 0, 0, 0],
};

const PACKED_REGISTERS = 4;

/**
 * Emits the conversion and export of the colours; the last export carries `done`. A shader without colours only emits
 * a final empty export. The alpha for coverage is exported before the colours, to the depth target, as 32_AR (Mesa's
 * radeonsi and RADV on GFX11).
 */
export function emitOutputs(context: PartContext): string {
  const { gfx, state, dialect } = context;
  const { conversion } = state;
  const targets = TARGET_COLOURS[state.outputs];
  if (conversion === 'ZERO') return dialect.waveEnd;
  const packed = REGISTERS.colours.map((from, colour) =>
    PACKS[conversion](gfx, from, REGISTERS.scratch + PACKED_REGISTERS * colour),
  );
  const usedColours = packed.filter((_, colour) => targets.some((target) => target === colour));
  const exports = targets.map((colour, target) => {
    const format = { isLast: target === targets.length - 1, isPaired: isPaired(conversion) };
    return `\n  ${formatExport(gfx, `mrt${target}`, packed[colour].operands, format)}`;
  });
  const alpha = state.alphaToCoverage
    ? `\n  ${formatExport(gfx, 'mrtz', `off, ${REGISTERS.coverage}, off, off`, { isLast: false })}`
    : '';
  return `${usedColours.map(({ text }) => text).join('')}${alpha}${exports.join('')}
  s_endpgm`;
}
