import { factsOf } from '../../arch/index.js';
import { formatEmptyExport, formatExport } from '../dialect/index.js';
import { isPaired, PACKS } from '../sections/conversions.js';
import { REGISTERS } from '../sections/part.js';
import { emitDepthExport } from './depth-export.js';
import { emitDualSourceExports } from './dual-source.js';
import type { Emission } from './emission.js';
import { VECTOR } from './registers.js';

/** Colours are bytes of the result times two to this power. */
const COLOUR_SCALE = -8;

/**
 * Returns the target for exports with no channels enabled. GFX11 and later have no null target, so such exports use a
 * target that the shader exports to anyway (pops.md 4).
 */
function getEmptyExportTarget({ gfx, descriptor }: Emission): string {
  const { colours, depth, toTarget } = descriptor.exports;
  if (descriptor.parts !== undefined) return factsOf(gfx).hasNullTarget ? 'null' : 'mrt0';
  // A shader that only exports to the depth target has no first target.
  const hasFirstTarget = colours > 0 || depth === 'none';
  if (factsOf(gfx).hasNullTarget) return toTarget && hasFirstTarget ? 'mrt0' : 'null';
  return hasFirstTarget ? 'mrt0' : 'mrtz';
}

/** Emits the empty export of a wave with no active lanes or a shader with no outputs. */
export function emitEmptyExport(emission: Emission): string {
  return `
  ${formatEmptyExport(emission.gfx, getEmptyExportTarget(emission))}`;
}

/** Emits code that computes two colours: the bytes of the result divided by 256, and one minus each of those. */
export function emitColours(): string {
  const [first, second] = REGISTERS.colours;
  const bytes = [0, 8, 16, 24].map(
    (low, i) => `
  v_bfe_u32 v${first + i}, ${VECTOR.result}, ${low}, 8
  v_cvt_f32_u32_e32 v${first + i}, v${first + i}
  v_ldexp_f32 v${first + i}, v${first + i}, ${COLOUR_SCALE}
  v_sub_f32_e32 v${second + i}, 1.0, v${first + i}`,
  );
  return bytes.join('');
}

/**
 * Emits the program's own exports: the depth target first, then the colours in ascending order, with `done` on the
 * last export (pops.md 4).
 */
export function emitProgramExports(emission: Emission): string {
  const { gfx, descriptor } = emission;
  const { colours, conversion, depth, dualSource } = descriptor.exports;
  if (colours === 0 && depth === 'none') return emitEmptyExport(emission);
  const depthExport = depth === 'none' ? '' : emitDepthExport(emission, colours === 0);
  if (colours === 0 || conversion === 'ZERO') return depthExport;
  const packed = REGISTERS.colours.map((from, i) => PACKS[conversion](gfx, from, VECTOR.data + 4 * i));
  const packs = packed.slice(0, Math.min(colours, 2)).map(({ text }) => text);
  const preamble = `${depthExport}${emitColours()}${packs.join('')}`;
  if (dualSource && factsOf(gfx).hasDualSourceTargets) {
    const [first, second] = packed.map(({ operands }) =>
      operands.split(', ').filter((operand) => operand !== 'off'),
    );
    return `${preamble}${emitDualSourceExports(emission, first, second)}`;
  }
  const exports = Array.from({ length: colours }, (_, target) => {
    const options = { isLast: target === colours - 1, isPaired: isPaired(conversion) };
    return `\n  ${formatExport(gfx, `mrt${target}`, packed[target % 2].operands, options)}`;
  });
  return `${preamble}${exports.join('')}`;
}
