import { COLOUR_ATTRIBUTES, emitInterpolation, PARAMETER_BASE_TEXT } from './colours.js';
import { components, type PartContext, REGISTERS } from './part.js';
import { emitOrderedSection, emitPrimitiveLoad } from './section-text.js';
import { stippleText } from './stipple.js';

/**
 * Emits the prolog: the colours of the visible face in r0 and r1, its part of the ordered section,
 * and the stipple if the state puts it here. The prolog may be empty.
 */
export function prologText(context: PartContext): string {
  const { state } = context;
  return [
    state.prolog === 'none' ? '' : emitColours(context),
    context.sectionEnds ? emitPrimitiveLoad(context) : '',
    emitOrderedSection(context),
    state.stipple === 'prolog' ? stippleText(context, context.phaseAfter) : '',
  ].join('');
}

function emitColours(context: PartContext): string {
  const isTwoSided = context.state.prolog === 'two-side';
  const colours = REGISTERS.colours.map((first, i) => {
    const front = emitInterpolation(context, COLOUR_ATTRIBUTES.front[i], first);
    return isTwoSided ? `${front}${emitSelect(context, COLOUR_ATTRIBUTES.back[i], first)}` : front;
  });
  return `${PARAMETER_BASE_TEXT}${colours.join('')}`;
}

/** Emits code that selects the back colour in back-facing lanes. The front-face input is positive in all others. */
function emitSelect(context: PartContext, attribute: number, first: number): string {
  const { vcc } = context.dialect;
  const back = components(REGISTERS.scratch);
  const selections = components(first).map(
    (target, i) => `\n  v_cndmask_b32_e32 ${target}, ${back[i]}, ${target}, ${vcc}`,
  );
  return `${emitInterpolation(context, attribute, REGISTERS.scratch)}
  v_cmp_lt_f32_e32 ${vcc}, 0, ${REGISTERS.frontFace}${selections.join('')}`;
}
