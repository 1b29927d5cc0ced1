import { factsOf } from '../../arch/index.js';
import { exportText, noExportText } from '../dialect/index.js';
import { isPaired, PACKS } from '../sections/conversions.js';
import { REGISTERS } from '../sections/part.js';
import { depthExportText } from './depth-export.js';
import { dualSourceText } from './dual-source.js';
import type { Emission } from './emission.js';
import { VECTOR } from './registers.js';

/** Exponent of the scale 1/256, for colours made from eight bits of the result. */
const COLOUR_SCALE = -8;

/**
 * Target of exports without channels: there is no null target since GFX11, so they go to the kind of target that the shader
 * exports to (pops.md 4).
 */
function emptyTarget({ gfx, descriptor }: Emission): string {
  const { colours, depth, toTarget } = descriptor.exports;
  if (descriptor.parts !== undefined) return factsOf(gfx).hasNullTarget ? 'null' : 'mrt0';
  // A shader that only exports to the depth target has no first target.
  const hasFirst = colours > 0 || depth === 'none';
  if (factsOf(gfx).hasNullTarget) return toTarget && hasFirst ? 'mrt0' : 'null';
  return hasFirst ? 'mrt0' : 'mrtz';
}

/** The export of a wave without lanes, or of a shader without outputs. */
export function earlyExportText(emission: Emission): string {
  return `
  ${noExportText(emission.gfx, emptyTarget(emission))}`;
}

/** Two colours in multiples of 1/256: the bytes of the result, and one minus each. */
export function coloursText(): string {
  const [first, second] = REGISTERS.colours;
  const bytes = [0, 8, 16, 24].map(
    (low, at) => `
  v_bfe_u32 v${first + at}, ${VECTOR.result}, ${low}, 8
  v_cvt_f32_u32_e32 v${first + at}, v${first + at}
  v_ldexp_f32 v${first + at}, v${first + at}, ${COLOUR_SCALE}
  v_sub_f32_e32 v${second + at}, 1.0, v${first + at}`,
  );
  return bytes.join('');
}

/** The program's own exports: the depth target first, then colours in ascending order, with done on the last (pops.md 4). */
export function exportsText(emission: Emission): string {
  const { gfx, descriptor } = emission;
  const { colours, conversion, depth, dualSource } = descriptor.exports;
  if (colours === 0 && depth === 'none') return earlyExportText(emission);
  const depthText = depth === 'none' ? '' : depthExportText(emission, colours === 0);
  if (colours === 0 || conversion === 'ZERO') return depthText;
  const packed = REGISTERS.colours.map((from, at) => PACKS[conversion](gfx, from, VECTOR.data + 4 * at));
  const packs = packed.slice(0, Math.min(colours, 2)).map(({ text }) => text);
  const setUp = `${depthText}${coloursText()}${packs.join('')}`;
  if (dualSource && factsOf(gfx).hasDualSourceTargets) {
    const [first, second] = packed.map(({ operands }) =>
      operands.split(', ').filter((each) => each !== 'off'),
    );
    return `${setUp}${dualSourceText(emission, first, second)}`;
  }
  const exports = Array.from({ length: colours }, (_, target) => {
    const form = { isLast: target === colours - 1, isPaired: isPaired(conversion) };
    return `\n  ${exportText(gfx, `mrt${target}`, packed[target % 2].operands, form)}`;
  });
  return `${setUp}${exports.join('')}`;
}
