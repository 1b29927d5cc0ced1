import { factsOf, type Gfx, type WaveSize } from '../../arch/index.js';
import { emitDoneMessage, formatExport, getDialect } from '../dialect/index.js';
import { EXPORT_FORMAT } from '../driver/draw-intent.js';
import { emitPosition, emitSampleFold } from './program-text.js';

/** What a shader exports to the depth target. `halves` means a 16-bit stencil value and a 16-bit mask. */
export const DEPTH_OUTPUTS = ['none', 'depth', 'depth-stencil', 'depth-alpha', 'all', 'halves'] as const;
export type DepthOutput = (typeof DEPTH_OUTPUTS)[number];

/** The SPI_SHADER_Z_FORMAT value for each depth output. */
export const DEPTH_EXPORT_FORMATS: Readonly<Record<DepthOutput, number>> = {
  none: EXPORT_FORMAT.ZERO,
  depth: EXPORT_FORMAT.R32,
  'depth-stencil': EXPORT_FORMAT.GR32,
  'depth-alpha': EXPORT_FORMAT.AR32,
  all: EXPORT_FORMAT.ABGR32,
  halves: EXPORT_FORMAT.UINT16_ABGR,
};

/** Depth outputs that preserve alpha on generations that take alpha from the depth export whenever there is one. */
export const ALPHA_OUTPUTS: readonly DepthOutput[] = ['none', 'depth-alpha', 'all'];

/** When a shader discards fragments. */
export const DISCARD_POINTS = ['never', 'before', 'after', 'last'] as const;

/** The properties of a shader whose samples may be discarded. */
export interface LossyShader {
  /** Whether the shader folds its covered samples in a section. */
  readonly hasSection: boolean;
  /**
   * Whether and when the shader discards a quarter of its fragments: before its section, after it, or after exporting
   * its depth.
   */
  readonly discardPoint: (typeof DISCARD_POINTS)[number];
  readonly depth: DepthOutput;
}

/** The float 0.125. */
const EIGHTH = 0x3e000000;
/** The float 0.046875, which makes alpha range from 0 to almost 1.5. */
const ALPHA_STEP = 0x3d400000;

/** Spreads a small number over the bits of a sample mask. */
const SPREAD = 0x9e3779;

/**
 * Emits code that computes the values to export from a number that varies by primitive and pixel: colours in v2 and
 * v15, a stencil reference and operand in v11, alpha in v12, depth in eighths in v13, and a sample mask with most
 * bits set in v14. Clobbers v7.
 */
function emitValues(gfx: Gfx, wave: WaveSize): string {
  const { add } = getDialect(gfx, wave);
  return `
  v_mul_u32_u24_e32 v2, 3, v5
  v_mul_u32_u24_e32 v7, 5, v1
  ${add} v2, v2, v8
  ${add} v2, v2, v7
  v_lshl_or_b32 v11, v2, 7, v2
  v_and_b32_e32 v12, 31, v2
  v_cvt_f32_u32_e32 v12, v12
  v_mul_f32_e32 v12, 0x${ALPHA_STEP.toString(16)}, v12
  v_and_b32_e32 v13, 7, v2
  v_cvt_f32_u32_e32 v13, v13
  v_mul_f32_e32 v13, 0x${EIGHTH.toString(16)}, v13
  v_mul_u32_u24_e32 v14, 0x${SPREAD.toString(16)}, v2
  v_lshrrev_b32_e32 v7, 7, v14
  v_or_b32_e32 v14, v14, v7
  v_cvt_f32_u32_e32 v2, v2
  v_cvt_f32_u32_e32 v15, v1`;
}

/** Emits code that discards fragments for which two bits of the sample mask are both clear. */
function emitDiscard(gfx: Gfx, wave: WaveSize): string {
  const { mask, exec, vcc } = getDialect(gfx, wave);
  return `
  v_and_b32_e32 v7, 0x3000, v14
  v_cmp_ne_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;
}

/** Generates a shader that exports its depth first and its colour last. */
export function emitLossyShader(
  gfx: Gfx,
  wave: WaveSize,
  { hasSection, discardPoint, depth }: LossyShader,
): string {
  const discard = (when: LossyShader['discardPoint']): string =>
    discardPoint === when ? emitDiscard(gfx, wave) : '';
  const section = `${emitSampleFold(gfx, wave)}\n  ${getDialect(gfx, wave).waitStores}${emitDoneMessage(gfx)}`;
  return `${emitPosition(gfx, wave)}${emitValues(gfx, wave)}${discard('before')}${hasSection ? section : ''}${discard('after')}${emitDepth(gfx, depth)}${discard('last')}
  ${formatExport(gfx, 'mrt0', 'v15, v2, v15, v12', { isLast: true })}
  s_endpgm`;
}

function emitDepth(gfx: Gfx, depth: DepthOutput): string {
  if (depth === 'none') return '';
  const half = depth === 'halves' ? '\n  v_lshlrev_b32_e32 v0, 16, v11' : '';
  const isPaired = depth === 'halves' && factsOf(gfx).hasExportMaskBits;
  const sources = getExportSources(depth, isPaired);
  return `${half}\n  ${formatExport(gfx, 'mrtz', sources, { isLast: false, isPaired })}`;
}

function getExportSources(depth: Exclude<DepthOutput, 'none'>, isPaired: boolean): string {
  switch (depth) {
    case 'depth':
      return 'v13, off, off, off';
    case 'depth-stencil':
      return 'v13, v11, off, off';
    case 'depth-alpha':
      // Depending on the generation, alpha is either the second word or the last.
      return 'v13, v12, off, v12';
    case 'all':
      return 'v13, v11, v14, v12';
    case 'halves':
      return isPaired ? 'v0, v0, v14, v14' : 'v0, v14, off, off';
  }
}
