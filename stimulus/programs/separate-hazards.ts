import {
  type DecodedProgram,
  type EarlyInstruction,
  findBadOperands,
  findHazards,
  type Gfx,
  getFix,
  type HazardRow,
  type Instruction,
  memoiseTexts,
  type WaveSize,
} from '../../arch/index.js';
import { assembleWords } from '../dialect/index.js';
import { countAdded, decodeForEditing, type Edit, type EditedProgram, spliceWords } from './edit.js';

/**
 * Assembles source that may use any generation's instruction names, and ends its hazards as the rows of `arch/hazards`
 * say, as a compiler's last pass does.
 */
export function assembleSeparated(text: string, gfx: Gfx, wave: WaveSize = 64): readonly number[] {
  return separateHazards(assembleWords(text, gfx), gfx, wave);
}

/** Like `assembleSeparated`, but caches the words of the last 128 texts. Meant for texts that many tests share. */
export const assembleCached: (text: string, gfx: Gfx) => readonly number[] = memoiseTexts(
  (text, gfx: Gfx) => assembleSeparated(text, gfx),
  128,
);

/** Inserts what ends each hazard on any path through a program. */
export function separateHazards(words: readonly number[], gfx: Gfx, wave: WaveSize): readonly number[] {
  return separateParts([words], gfx, wave)[0]!;
}

/** Like `separateHazards`, for a program whose parts run one after the other. */
export function separateParts(
  parts: readonly (readonly number[])[],
  gfx: Gfx,
  wave: WaveSize = 64,
): readonly (readonly number[])[] {
  const words = parts.flat();
  if (words.length === 0) return parts;
  const program = decodeForEditing(words, gfx, wave);
  const early = findHazards(program.decoded)
    .flatMap((result) => result.early.map((each) => ({ ...each, row: result.row })))
    .sort((a, b) => a.instruction.index - b.instruction.index);
  const edits =
    early.length === 0
      ? mendOperand(program)
      : takeIndependent(program.decoded, early).map((each) => endHazard(program, each));
  return edits.length === 0 ? parts : separateParts(editParts(program, parts, edits), gfx, wave);
}

/** Returns what mends the first operand that text after it can mend, if there is one. */
function mendOperand({ decoded }: EditedProgram): readonly Edit[] {
  const [first] = findBadOperands(decoded, ({ after }) => after !== undefined);
  if (first === undefined) return [];
  const { row, instruction } = first;
  const position = (instruction.pc >> 2) + instruction.words.length;
  return [{ position, removed: 0, inserted: assembleWords(row.after!, decoded.gfx) }];
}

/** Edits a program and splits it again. Words that are added between two parts belong to the later one. */
function editParts(
  program: EditedProgram,
  parts: readonly (readonly number[])[],
  edits: readonly Edit[],
): readonly (readonly number[])[] {
  const words = spliceWords(program, edits);
  let end = 0;
  return parts.map(({ length }, i) => {
    const start = end + countAdded(edits, end);
    end += length;
    return words.slice(start, i === parts.length - 1 ? undefined : end + countAdded(edits, end));
  });
}

/** An instruction that comes too early after one that its row names. */
type Early = EarlyInstruction & { readonly row: HazardRow };

/**
 * Returns the first hazard of a list in program order, and those that what ends the ones before them cannot change: they
 * begin after the one before them, and no loop leads back there.
 */
function takeIndependent({ instructions }: DecodedProgram, early: readonly Early[]): readonly Early[] {
  const mayRepeat = (first: number, last: number): boolean =>
    instructions.some(
      ({ kind, index, target }) =>
        kind === 'setpc' || (kind === 'branch' && target <= Math.min(index, last) && index >= first),
    );
  return early.filter(({ instruction: { index }, steps }, i) => {
    const before = early[i - 1]?.instruction.index;
    if (before === undefined) return true;
    return index > before && getFirst(steps).index >= before && !mayRepeat(before, index);
  });
}

function getFirst({ instruction, before }: EarlyInstruction['steps']): Instruction {
  return before === undefined ? instruction : getFirst(before);
}

function endHazard({ words, decoded: { gfx } }: EditedProgram, { row, instruction, age }: Early): Edit {
  const { clears, waitStates } = row;
  const position = instruction.pc >> 2;
  if (clears !== undefined) return { position, removed: 1, inserted: [(words[position]! & ~clears) >>> 0] };
  const text = waitStates === undefined ? getFix(row, gfx) : `s_nop ${waitStates - age - 1}`;
  return { position, removed: 0, inserted: assembleWords(text, gfx) };
}
