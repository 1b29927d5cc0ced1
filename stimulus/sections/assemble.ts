import { memoiseTexts } from '../../arch/index.js';
import { SHADER_PARTS, type ShaderPart, type ShaderSections } from '../../transactions/index.js';
import { assembleWords, translateNames } from '../dialect/index.js';
import { separateParts } from '../programs/separate-hazards.js';
import { epilogText } from './epilog.js';
import { illegalReason } from './legality.js';
import { mainText } from './main-part.js';
import { emitOutputs } from './outputs.js';
import { createPartContext, type PartContext, type SectionTarget } from './part.js';
import { prologText } from './prolog.js';

/** The machine code of a multi-part program. */
export interface SectionCode {
  readonly words: readonly number[];
  readonly sections: ShaderSections;
}

const PART_EMITTERS: Readonly<Record<ShaderPart, (context: PartContext) => string>> = {
  prolog: prologText,
  main: (context) =>
    context.extent.withoutEpilog === true ? `${mainText(context)}${emitOutputs(context)}` : mainText(context),
  epilog: (context) => (context.extent.withoutEpilog === true ? '' : epilogText(context)),
};

/** Assembles prologs and main parts, most of which are reused, unlike epilogs. */
const assembleReused = memoiseTexts(assembleWords, 128);

/** Emits the LLVM assembly of one part, which may be empty. */
export function emitPart(target: SectionTarget, part: ShaderPart): string {
  return translateNames(target.gfx, PART_EMITTERS[part](createPartContext(target, part)));
}

/**
 * Assembles each part separately and concatenates them; control falls through from one to the next.
 * Throws if `illegalReason` returns a reason.
 */
export function assembleSections(target: SectionTarget): SectionCode {
  const { placement, state, gfx } = target;
  const reason = illegalReason(placement, state);
  if (reason !== undefined) throw new Error(`${placement} cannot be assembled with this state: ${reason}`);
  const parts = separateParts(
    SHADER_PARTS.map((part) =>
      (part === 'epilog' ? assembleWords : assembleReused)(emitPart(target, part), gfx),
    ),
    gfx,
    target.wave,
  );
  const code = SHADER_PARTS.map((part, i) => ({ part, words: parts[i]! }));
  return {
    words: code.flatMap(({ words }) => words),
    sections: { placement, state, parts: code.map(({ part, words }) => ({ part, words: words.length })) },
  };
}
