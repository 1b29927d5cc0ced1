import { EXIT_BY_EXPORT } from '../../../arch/index.js';
import type { Program, ShaderPart } from '../../../transactions/index.js';
import { decodeForEditing, insertText } from '../../programs/edit.js';
import { replaceMessages } from '../../programs/legal-edits.js';
import { type CellParts, type CellTarget, forGenerations } from '../cell.js';

/** Appends assembly to the given part of a program that has parts. */
export function appendText(
  { chip, wave }: CellTarget,
  program: Program,
  part: ShaderPart,
  text: string,
): Program {
  const sections = program.sections!;
  const partIndex = sections.parts.findIndex((candidate) => candidate.part === part);
  const end = sections.parts.slice(0, partIndex + 1).reduce((sum, { words }) => sum + words, 0);
  const original = decodeForEditing(program.words, chip.gfx, wave);
  const words = insertText(original, original.decoded.indexByPc[end], text);
  const addedWords = words.length - program.words.length;
  return {
    ...program,
    words,
    sections: {
      ...sections,
      parts: sections.parts.map((entry) =>
        entry.part === part ? { ...entry, words: entry.words + addedWords } : entry,
      ),
    },
  };
}

/** Where the combined end is illegal, and why. */
export const NO_COMBINED_END = forGenerations(
  EXIT_BY_EXPORT,
  'there is no message to combine with the end (pops.md 4)',
);

/**
 * Makes the programs signal the exit with the combined end instruction instead of a message. The exit is later, but
 * still legal.
 */
export function withCombinedEnds({ chip, wave }: CellTarget, parts: CellParts): CellParts {
  const programs = parts.programs.map((program) => ({
    ...program,
    words: replaceMessages(decodeForEditing(program.words, chip.gfx, wave)),
  }));
  return { ...parts, programs };
}
