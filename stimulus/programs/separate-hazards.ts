import {
  type EarlyInstruction,
  findBadOperands,
  findHazards,
  type Gfx,
  getFix,
  type HazardRow,
  memoiseTexts,
  type WaveSize,
} from '../../arch/index.js';
import { assembleWords } from '../dialect/index.js';
import { decodeForEditing, type EditedProgram, insertText, replaceInstruction, spliceWords } from './edit.js';

/**
 * Assembles source that may use any generation's instruction names, and ends its hazards as the rows of `arch/hazards`
 * say, as a compiler's last pass does.
 */
export function assembleSeparated(text: string, gfx: Gfx, wave: WaveSize = 64): readonly number[] {
  return separateHazards(assembleWords(text, gfx), gfx, wave);
}

/** Like `assembleSeparated`, but caches the words. Meant for texts that many tests share. */
export const assembleCached: (text: string, gfx: Gfx) => readonly number[] = memoiseTexts((text, gfx: Gfx) =>
  assembleSeparated(text, gfx),
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
  const early = findHazards(program.decoded).flatMap((result) =>
    result.early.map(({ instruction, age }) => ({ row: result.row, instruction, age })),
  );
  const [first] = early.sort((a, b) => a.instruction.index - b.instruction.index);
  const change = first === undefined ? mendOperand(program) : endHazard(program, first);
  return change === undefined ? parts : separateParts(splitAgain(parts, change), gfx, wave);
}

/** Changed words of a program, and the position of the instruction that they were changed for. */
interface Separated {
  readonly words: readonly number[];
  readonly position: number;
}

/** Inserts what mends the first operand that text after it can mend. Returns undefined if there is none. */
function mendOperand(program: EditedProgram): Separated | undefined {
  const [bad] = findBadOperands(program.decoded, ({ after }) => after !== undefined);
  if (bad === undefined) return undefined;
  const { row, instruction } = bad;
  const position = instruction.pc >> 2;
  const mending = assembleWords(row.after!, program.decoded.gfx);
  return { words: spliceWords(program, position + instruction.words.length, 0, mending), position };
}

/** Splits changed words into parts. The words that were added at a position belong to the part that contains it. */
function splitAgain(
  parts: readonly (readonly number[])[],
  { words, position }: Separated,
): readonly (readonly number[])[] {
  const added = words.length - parts.flat().length;
  let start = 0;
  let newStart = 0;
  return parts.map(({ length }) => {
    const isHere = position >= start && position < start + length;
    const newEnd = newStart + length + (isHere ? added : 0);
    const part = words.slice(newStart, newEnd);
    start += length;
    newStart = newEnd;
    return part;
  });
}

/** An instruction that comes too early after one that its row names. */
type Early = Pick<EarlyInstruction, 'instruction' | 'age'> & { readonly row: HazardRow };

function endHazard(program: EditedProgram, { row, instruction, age }: Early): Separated {
  const { clears, waitStates } = row;
  const { index, pc } = instruction;
  const insert = (text: string): readonly number[] => insertText(program, index, text);
  const words =
    clears !== undefined
      ? replaceInstruction(program, index, (word, i) => (i === 0 ? word & ~clears : word))
      : insert(waitStates === undefined ? getFix(row, program.decoded.gfx) : `s_nop ${waitStates - age - 1}`);
  return { words, position: pc >> 2 };
}
