import type { AlphaFunction } from '../../transactions/index.js';
import { emitOutputs } from './outputs.js';
import { components, type PartContext, REGISTERS } from './part.js';
import { emitLaneFilter, emitOrderedSection } from './section-text.js';
import { stippleText } from './stipple.js';

const { colours, coverage, scratch } = REGISTERS;
const ALPHAS = colours.map((first) => components(first)[3]);

/**
 * The number of leading zeros of 1. Subtracting it from the leading zeros of a sample count gives -log2 of the count.
 */
const LEADING_ZEROS_OF_ONE = 31;

/** How to compare the reference in s4 with alpha. The operands are swapped, so each comparison is mirrored. */
const MIRRORED_COMPARISONS: Readonly<Record<Exclude<AlphaFunction, 'never' | 'always'>, string>> = {
  less: 'gt',
  equal: 'eq',
  'less-equal': 'ge',
  greater: 'lt',
  'not-equal': 'neq',
  'greater-equal': 'le',
};

/**
 * Emits the epilog in R-029 order: clamp, alpha test, stipple, its part of the ordered section, smoothing, coverage
 * alpha (in the coverage register, which is no longer needed), alpha-to-one, conversion, and exports.
 */
export function epilogText(context: PartContext): string {
  const { state } = context;
  return [
    state.clamp ? clampText() : '',
    state.alphaTest === 'always' ? '' : alphaTestText(context, state.alphaTest),
    state.stipple === 'epilog' ? stippleText(context, context.phaseBefore) : '',
    emitOrderedSection(context),
    state.smoothing ? smoothingText(context.samples) : '',
    state.alphaToCoverage ? `\n  v_mov_b32_e32 ${coverage}, ${ALPHAS[0]}` : '',
    state.alphaToOne ? `\n  v_mov_b32_e32 ${ALPHAS[0]}, 1.0` : '',
    emitOutputs(context),
  ].join('');
}

function clampText(): string {
  return colours
    .flatMap(components)
    .map((register) => `\n  v_med3_f32 ${register}, ${register}, 0, 1.0`)
    .join('');
}

/** Emits code that discards fragments whose r0 alpha fails the comparison with the reference (R-023, R-030). */
function alphaTestText(context: PartContext, alphaTest: Exclude<AlphaFunction, 'always'>): string {
  const { mask, vcc } = context.dialect;
  const compare =
    alphaTest === 'never'
      ? `s_mov_${mask} ${vcc}, 0`
      : `v_cmp_${MIRRORED_COMPARISONS[alphaTest]}_f32_e32 ${vcc}, s4, ${ALPHAS[0]}`;
  return `
  ${compare}${emitLaneFilter(context, 'tested', context.phaseBefore)}`;
}

/** Emits code that multiplies alpha by the fraction of the fragment's samples that are covered (R-026). */
function smoothingText(samples: number): string {
  const fraction = `v${scratch}`;
  return `
  v_bcnt_u32_b32 ${fraction}, ${coverage}, 0
  v_cvt_f32_u32_e32 ${fraction}, ${fraction}
  v_ldexp_f32 ${fraction}, ${fraction}, ${Math.clz32(samples) - LEADING_ZEROS_OF_ONE}${ALPHAS.map(
    (alpha) => `\n  v_mul_f32_e32 ${alpha}, ${fraction}, ${alpha}`,
  ).join('')}`;
}
