import { type DepthExportValue, factsOf, type Gfx } from '../../arch/index.js';
import type { DepthExport } from '../../transactions/index.js';
import { formatExport } from '../dialect/index.js';
import type { Emission } from './emission.js';
import { VECTOR } from './registers.js';

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
export function emitDepthExport({ gfx, descriptor }: Emission, isLast: boolean): string {
  const values = DEPTH_EXPORT_VALUES[descriptor.exports.depth];
  const text = values.map((value) => VALUE_CODE[value]).join('');
  const hasDepth = values.includes('depth');
  const hasStencil = values.includes('stencil');
  const shift = hasStencil && !hasDepth ? `\n  v_lshlrev_b32_e32 ${stencil}, 16, ${stencil}` : '';
  const operands = formatOperands(
    gfx,
    hasDepth,
    hasStencil ? stencil : 'off',
    values.includes('mask') ? mask : 'off',
  );
  return `${text}${shift}\n  ${formatExport(gfx, 'mrtz', operands, { isLast, isPaired: !hasDepth })}`;
}

function formatOperands(gfx: Gfx, hasDepth: boolean, stencilOperand: string, maskOperand: string): string {
  if (hasDepth) return `${depth}, ${stencilOperand}, ${maskOperand}, off`;
  if (!factsOf(gfx).hasExportMaskBits) return `${stencilOperand}, ${maskOperand}, off, off`;
  return `${stencilOperand}, ${stencilOperand}, ${maskOperand}, ${maskOperand}`;
}
