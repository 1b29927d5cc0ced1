import { components, type PartContext, type Phase, REGISTERS } from './part.js';
import { emitLaneFilter, emitOrderedSection, emitPartSectionEnd, emitPrimitiveLoad } from './section-text.js';

const { primitive, scratch, colours } = REGISTERS;

/** The main part discards the fragments of primitives whose numbers have these bits set. */
const DISCARD_BITS = 3;

/** Log2 of the scale factor (1/32) for colours computed from the primitive's number. */
const NUMBER_SCALE_LOG2 = -5;

/**
 * Emits the main part, which stands in for the application's shader. It reads the colours in r0 and r1 (R-037), doubles
 * them and subtracts a half, so that some are outside [0, 1], and leaves them in r0 and r1 (R-021). The fragments of
 * every fourth primitive may be discarded before, inside or after the ordered section.
 */
export function mainText(context: PartContext): string {
  const { state, extent } = context;
  const discards = (mainDiscard: string, phase: Phase): string =>
    state.mainDiscard === mainDiscard ? emitMainDiscard(context, phase) : '';
  const lastPhase = extent.discardsBeforeExit === true ? 'open' : context.phaseAfter;
  return [
    emitPrimitiveLoad(context),
    state.prolog === 'none' ? emitGeneratedColours() : '',
    colours.flatMap(components).map(applyText).join(''),
    discards('first', context.phaseBefore),
    emitOrderedSection(context, discards('inside', 'open')),
    discards('last', lastPhase),
    extent.discardsBeforeExit === true ? emitPartSectionEnd(context) : '',
  ].join('');
}

function applyText(register: string): string {
  return `
  v_mul_f32_e32 ${register}, 2.0, ${register}
  v_add_f32_e32 ${register}, -0.5, ${register}`;
}

/**
 * Emits colours for programs without colour inputs: alternately t and 1 - t, where t is the low five bits of the
 * primitive's number, divided by 32.
 */
function emitGeneratedColours(): string {
  const number = `v${scratch}`;
  const values = colours
    .flatMap(components)
    .map(
      (target, i) =>
        `\n  ${i % 2 === 0 ? `v_mov_b32_e32 ${target},` : `v_sub_f32_e32 ${target}, 1.0,`} ${number}`,
    );
  return `
  v_and_b32_e32 ${number}, 31, ${primitive}
  v_cvt_f32_u32_e32 ${number}, ${number}
  v_ldexp_f32 ${number}, ${number}, ${NUMBER_SCALE_LOG2}${values.join('')}`;
}

function emitMainDiscard(context: PartContext, phase: Phase): string {
  const bits = `v${scratch}`;
  return `
  v_and_b32_e32 ${bits}, ${DISCARD_BITS}, ${primitive}
  v_cmp_ne_u32_e32 ${context.dialect.vcc}, ${DISCARD_BITS}, ${bits}${emitLaneFilter(context, 'kept', phase)}`;
}
