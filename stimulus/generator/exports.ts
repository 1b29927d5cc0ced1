import { type DepthExportValue, factsOf } from '../../arch/index.js';
import type { DepthExport } from '../../transactions/index.js';
import { type Dialect, formatEmptyExport, formatExport } from '../dialect/index.js';
import { isPaired, PACKS } from '../sections/conversions.js';
import { REGISTERS } from '../sections/part.js';
import type { Emission } from './emission.js';
import { getScalarNames, VECTOR } from './registers.js';

/** The values written by each kind of depth target export. */
export const DEPTH_EXPORT_VALUES: Readonly<Record<DepthExport, readonly DepthExportValue[]>> = {
  none: [],
  depth: ['depth'],
  stencil: ['stencil'],
  mask: ['mask'],
  'depth-stencil': ['depth', 'stencil'],
  'depth-mask': ['depth', 'mask'],
  'stencil-mask': ['stencil', 'mask'],
  all: ['depth', 'stencil', 'mask'],
};

/** The depth is eight bits of the result times two to this power. */
const DEPTH_SCALE = -8;

const { result, depth, stencil, mask } = VECTOR;

const VALUE_CODE: Readonly<Record<DepthExportValue, string>> = {
  depth: `
  v_bfe_u32 ${depth}, ${result}, 4, 8
  v_cvt_f32_u32_e32 ${depth}, ${depth}
  v_ldexp_f32 ${depth}, ${depth}, ${DEPTH_SCALE}`,
  stencil: `
  v_bfe_u32 ${stencil}, ${result}, 8, 8`,
  mask: `
  v_bfe_u32 ${mask}, ${result}, 5, 16`,
};

/**
 * Emits the export to the depth target. Depth needs 32-bit components. Without depth, stencil and mask have 16 bits
 * each, so the export is compressed on GFX10.3 and earlier (Mesa: aco, `export_fs_mrtz`).
 */
function emitDepthExport({ gfx, descriptor }: Emission, isLast: boolean): string {
  const values = DEPTH_EXPORT_VALUES[descriptor.exports.depth];
  const text = values.map((value) => VALUE_CODE[value]).join('');
  const hasDepth = values.includes('depth');
  const hasStencil = values.includes('stencil');
  const shift = hasStencil && !hasDepth ? `\n  v_lshlrev_b32_e32 ${stencil}, 16, ${stencil}` : '';
  const [second, third] = [hasStencil ? stencil : 'off', values.includes('mask') ? mask : 'off'];
  const pairs = factsOf(gfx).hasExportMaskBits
    ? [second, second, third, third]
    : [second, third, 'off', 'off'];
  const operands = (hasDepth ? [depth, second, third, 'off'] : pairs).join(', ');
  return `${text}${shift}\n  ${formatExport(gfx, 'mrtz', operands, { isLast, isPaired: !hasDepth })}`;
}

/** The mask of the even-numbered lanes, for one scalar register. */
const EVEN_LANES = '0x55555555';

/**
 * Emits the two exports that pass both blend sources on GFX11 and later. The first export is for the even lanes: each
 * even lane passes its own first source, and the adjacent odd lane passes its second. The second export does the
 * same for the odd lanes (corpus README, "Exports"). Both lanes of a pair must hold their values, even if one of them
 * is inactive.
 *
 * @param first registers of the first source, one per operand of the export
 * @param second registers of the second source, which must differ from those in `first`
 * @param spare what the code may overwrite besides VCC: a lane mask and two vector registers
 */
export function emitDualSourceExports(
  dialect: Dialect,
  first: readonly string[],
  second: readonly string[],
  spare: readonly [lanes: string, vector: string, otherVector: string],
): string {
  const { gfx, wave } = dialect;
  const [lanes, partnerSecond, partnerFirst] = spare;
  const halves = wave === 64 ? ['vcc_lo', 'vcc_hi'] : ['vcc_lo'];
  const evenLanes = halves.map((half) => `\n  s_mov_b32 ${half}, ${EVEN_LANES}`).join('');
  const swaps = first.map(
    (source, i) => `
  v_mov_b32_dpp ${partnerSecond}, ${second[i]} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  v_mov_b32_dpp ${partnerFirst}, ${source} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  v_cndmask_b32_e32 ${source}, ${partnerSecond}, ${source}, ${dialect.vcc}
  v_cndmask_b32_e32 ${second[i]}, ${second[i]}, ${partnerFirst}, ${dialect.vcc}`,
  );
  return `
  s_mov_${dialect.mask} ${lanes}, ${dialect.exec}${evenLanes}
  s_wqm_${dialect.mask} ${dialect.exec}, ${dialect.exec}${swaps.join('')}
  s_mov_${dialect.mask} ${dialect.exec}, ${lanes}
  ${formatExport(gfx, 'dual_src_blend0', formatOperands(first), { isLast: false })}
  ${formatExport(gfx, 'dual_src_blend1', formatOperands(second), { isLast: true })}`;
}

function formatOperands(registers: readonly string[]): string {
  return Array.from({ length: 4 }, (_, i) => registers[i] ?? 'off').join(', ');
}

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
    const spare = [getScalarNames(emission.wave).lanes, VECTOR.x, VECTOR.y] as const;
    return `${preamble}${emitDualSourceExports(emission.dialect, first, second, spare)}`;
  }
  const exports = Array.from({ length: colours }, (_, target) => {
    const options = { isLast: target === colours - 1, isPaired: isPaired(conversion) };
    return `\n  ${formatExport(gfx, `mrt${target}`, packed[target % 2].operands, options)}`;
  });
  return `${preamble}${exports.join('')}`;
}
