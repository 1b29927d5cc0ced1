import type { Program, ShaderPart } from '../../../transactions/index.js';
import { decodeForEditing, insertText } from '../../programs/edit.js';
import type { CellParts, CellTarget } from '../cell.js';

/** Appends assembly to the given part of each program. */
export function appendText(target: CellTarget, parts: CellParts, part: ShaderPart, text: string): CellParts {
  return { ...parts, programs: parts.programs.map((program) => appendToPart(target, program, part, text)) };
}

function appendToPart({ chip, wave }: CellTarget, program: Program, part: ShaderPart, text: string): Program {
  const { sections } = program;
  if (sections === undefined) throw new Error(`${program.name} has no parts`);
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
