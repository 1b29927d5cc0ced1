import {
  type DecodedProgram,
  decodeCached,
  type EarlyInstruction,
  findBadOperands,
  findHazards,
  findRemaining,
  type Gfx,
  getFix,
  type HazardRow,
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
  const ends = endHazards(program);
  const edits = ends.length === 0 ? mendOperand(program) : ends;
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
 * Returns what ends the hazards of a program. They are ended one after the other, because what ends one may end later
 * ones too. Hazards that end when an instruction changes are left for the next time unless one of them is the first.
 */
function endHazards({ words, decoded }: EditedProgram): readonly Edit[] {
  const insertions = new Map<number, readonly DecodedProgram[]>();
  const edits: Edit[] = [];
  let results = findHazards(decoded);
  for (let early = findFirst(results); early !== undefined; early = findFirst(results)) {
    const { index, pc } = early.instruction;
    const edit = endHazard(words[pc >> 2]!, pc >> 2, early, decoded.gfx);
    if (edit.removed === 0 || edits.length === 0) edits.push(edit);
    if (edit.removed > 0) break;
    const code = decodeCached(edit.inserted, decoded.gfx, decoded.wave);
    insertions.set(index, [...(insertions.get(index) ?? []), code]);
    results = findRemaining(decoded, insertions, results);
  }
  return edits.sort((a, b) => a.position - b.position);
}

/** Returns the first instruction that comes too early, with the first row that says so. */
function findFirst(results: ReturnType<typeof findHazards>): Early | undefined {
  const firsts = results.flatMap(({ row, early }) => early.slice(0, 1).map((each) => ({ ...each, row })));
  return firsts.sort((a, b) => a.instruction.index - b.instruction.index)[0];
}

function endHazard(word: number, position: number, { row, age }: Early, gfx: Gfx): Edit {
  const { clears, waitStates } = row;
  if (clears !== undefined) return { position, removed: 1, inserted: [(word & ~clears) >>> 0] };
  const text = waitStates === undefined ? getFix(row, gfx) : `s_nop ${waitStates - age - 1}`;
  return { position, removed: 0, inserted: assembleWords(text, gfx) };
}
