import type { Draw, Interlock, MemoryObject, OrderedMemory, Program } from '../../transactions/index.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import type { FieldValues } from '../driver/register-fields.js';
import { type Block, blockVertices, eachPixel, RECTANGLES } from './blocks.js';
import type { CellParts, CellTarget } from './cell.js';
import { DELAY_BIT, delayedFoldText, FOLD_FACTOR } from './fold-text.js';
import { cellDraw, cellProgram } from './shader.js';

/** The ordered buffer, a word a pixel: its name, and any mapped place. */
export const FOLDS = { name: 'folds', address: 2 ** 32 };

/** A block whose section lasts some rounds of a loop longer than it has to. */
export interface FoldBlock extends Block {
  readonly delay?: number;
}

/** One draw of blocks. */
export interface FoldDraw {
  readonly blocks: readonly FoldBlock[];
  readonly samples?: Draw['samples'];
  readonly interlock?: Interlock;
  readonly fields?: FieldValues;
}

/** What of a cell may be another than the fold's own. */
export interface FoldOptions {
  readonly program?: Program;
}

/** The parts of a cell whose draws fold the numbers of blocks, counted from 1 through all draws, into the words of their pixels. */
export function foldParts(
  target: CellTarget,
  draws: readonly FoldDraw[],
  options: FoldOptions = {},
): CellParts {
  const { chip, wave, size } = target;
  const { program = cellProgram('fold', chip.gfx, delayedFoldText(chip.gfx, wave)) } = options;
  const numbers = blockNumbers(draws);
  const userData = [...rawBufferDescriptor(chip.gfx, FOLDS.address, 4 * size * size), size];
  return {
    programs: [program],
    draws: draws.map(({ blocks, fields, samples = 1, interlock = 'pixel-ordered' }, draw) =>
      cellDraw(target, {
        samples,
        interlock,
        primitives: blocks.map(blockVertices),
        numbers: numbers[draw],
        userData,
        fields: { ...RECTANGLES, ...fields },
      }),
    ),
    ...foldMemory(size, foldedWords(size, draws, numbers)),
  };
}

/** The buffer of the fold, and what it has to hold in the end. */
export function foldMemory(
  size: number,
  expected: readonly number[],
): { memory: MemoryObject[]; ordered: OrderedMemory[] } {
  const bytes = 4 * size * size;
  return {
    memory: [{ ...FOLDS, bytes, initial: [], compare: { kind: 'bytes' }, expected: { words: expected } }],
    ordered: [
      { object: FOLDS.name, layout: { kind: 'pixel-rows', bytesPerPixel: 4, bytesPerRow: 4 * size } },
    ],
  };
}

/** Numbers of the blocks of each draw with their delays in the upper bits. */
function blockNumbers(draws: readonly FoldDraw[]): number[][] {
  let next = 1;
  return draws.map(({ blocks }) => blocks.map(({ delay = 0 }) => next++ | (delay << DELAY_BIT)));
}

function foldedWords(
  size: number,
  draws: readonly FoldDraw[],
  numbers: readonly (readonly number[])[],
): number[] {
  const words = new Array<number>(size * size).fill(0);
  for (const [draw, { blocks }] of draws.entries())
    for (const [i, block] of blocks.entries())
      eachPixel(block, (x, y) => {
        words[y * size + x] = (Math.imul(words[y * size + x], FOLD_FACTOR) + numbers[draw][i]) >>> 0;
      });
  return words;
}
