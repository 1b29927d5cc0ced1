import type { Draw, Interlock, MemoryObject, OrderedMemory, Program } from '../../transactions/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import type { FieldValues } from '../driver/register-fields.js';
import { type Block, forEachPixel, getBlockVertices, RECTANGLES } from './blocks.js';
import type { CellParts, CellTarget } from './cell.js';
import { emitDelayedFold, FOLD_FACTOR, MAX_DELAY, ROUNDS_BIT, SLEEPS_BIT } from './fold-text.js';
import { createCellDraw, createCellProgram } from './shader.js';

/** The ordered buffer, with one word per pixel, at an arbitrary mapped address. */
export const FOLD_BUFFER = { name: 'folds', address: 2 ** 32 };

/** A block whose section can be delayed. */
export interface FoldBlock extends Block {
  /** The number of loop iterations, of several clocks each. */
  readonly rounds?: number;
  /** The number of sleeps, of 512 clocks each. */
  readonly sleeps?: number;
}

/** A draw of blocks. */
export interface FoldDraw {
  readonly blocks: readonly FoldBlock[];
  readonly samples?: Draw['samples'];
  readonly interlock?: Interlock;
  readonly fields?: FieldValues;
  readonly shader?: Partial<ShaderIntent>;
  readonly program?: number;
  readonly order?: 'relaxed';
}

/** The aspects of the fold that a cell may override. */
export interface FoldOptions {
  readonly programs?: readonly Program[];
  /** Computes a primitive's effect on its pixel's word; the fold by default. */
  readonly step?: (word: number, number: number) => number;
  /** Whether the shader declares its memory coherent. */
  readonly coherent?: true;
}

/**
 * Returns the parts of a cell whose draws fold the numbers of their blocks into the blocks' pixels. Blocks are numbered
 * from 1 across all draws.
 */
export function createFoldParts(
  target: CellTarget,
  draws: readonly FoldDraw[],
  options: FoldOptions = {},
): CellParts {
  const { chip, size } = target;
  const { programs = [createBlockFoldProgram(target)], step = fold } = options;
  const numbers = numberBlocks(draws);
  const userData = [...rawBufferDescriptor(chip.gfx, FOLD_BUFFER.address, 4 * size * size), size];
  return {
    programs,
    draws: draws.map(({ blocks, fields, order, ...rest }, draw) => ({
      ...createCellDraw(target, {
        ...rest,
        primitives: blocks.map(getBlockVertices),
        numbers: numbers[draw],
        userData,
        fields: { ...RECTANGLES, ...fields },
      }),
      ...(order === undefined ? {} : { order }),
    })),
    ...createFoldMemory(size, computeFoldWords(size, draws, numbers, step), options.coherent),
  };
}

/** Computes the final words after folding blocks in order, with the numbers that `createFoldParts` assigns. */
export function foldBlocks(size: number, blocks: readonly Block[]): number[] {
  const draws = [{ blocks }];
  return computeFoldWords(size, draws, numberBlocks(draws), fold);
}

/** Returns the default program, which folds its block's number. */
export function createBlockFoldProgram({ chip, wave }: CellTarget): Program {
  return createCellProgram('fold', chip.gfx, emitDelayedFold(chip.gfx, wave));
}

function fold(word: number, number: number): number {
  return Math.imul(word, FOLD_FACTOR) + number;
}

/** Returns the fold's buffer with its expected final contents. */
export function createFoldMemory(
  size: number,
  expected: readonly number[],
  coherent?: true,
): { memory: MemoryObject[]; ordered: OrderedMemory[] } {
  const bytes = 4 * size * size;
  return {
    memory: [
      { ...FOLD_BUFFER, bytes, initial: [], compare: { kind: 'bytes' }, expected: { words: expected } },
    ],
    ordered: [
      {
        object: FOLD_BUFFER.name,
        layout: { kind: 'pixel-rows', bytesPerPixel: 4, bytesPerRow: 4 * size },
        ...(coherent === undefined ? {} : { coherent }),
      },
    ],
  };
}

/** Returns the numbers of each draw's blocks, whose upper bits encode the delays. */
function numberBlocks(draws: readonly FoldDraw[]): number[][] {
  let nextNumber = 1;
  return draws.map(({ blocks }) =>
    blocks.map(({ rounds = 0, sleeps = 0 }) => {
      if (Math.max(rounds, sleeps) > MAX_DELAY)
        throw new Error(
          `a delay is ${rounds} rounds and ${sleeps} sleeps; expected at most ${MAX_DELAY} of each`,
        );
      return (nextNumber++ | (rounds << ROUNDS_BIT) | (sleeps << SLEEPS_BIT)) >>> 0;
    }),
  );
}

function computeFoldWords(
  size: number,
  draws: readonly FoldDraw[],
  numbers: readonly (readonly number[])[],
  step: (word: number, number: number) => number,
): number[] {
  const words = new Array<number>(size * size).fill(0);
  for (const [draw, { blocks }] of draws.entries())
    for (const [i, block] of blocks.entries())
      forEachPixel(block, (x, y) => {
        words[y * size + x] = step(words[y * size + x], numbers[draw][i]) >>> 0;
      });
  return words;
}
