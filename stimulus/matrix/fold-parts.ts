import type { Draw, Interlock, MemoryObject, OrderedMemory, Program } from '../../transactions/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import type { FieldValues } from '../driver/register-fields.js';
import { type Block, forEachPixel, getBlockVertices, RECTANGLE_LIST } from './blocks.js';
import type { CellParts, CellTarget } from './cell.js';
import { emitDelayedFold, FOLD_FACTOR, MAX_DELAY, ROUNDS_BIT, SLEEPS_BIT } from './fold-text.js';
import { createCellDraw, createCellProgram } from './shader.js';

/** The ordered buffer, with one word per pixel, at an arbitrary mapped address. */
export const FOLD_BUFFER = { name: 'folds', address: 2 ** 32 };

/** A block whose section can be delayed. */
export interface FoldBlock extends Block {
  /** The number of loop iterations, of several clocks each. */
  readonly rounds?: number;
  /** The number of 512-clock sleeps. */
  readonly sleeps?: number;
}

/** A draw that consists of blocks. */
export interface FoldDraw {
  readonly blocks: readonly FoldBlock[];
  readonly samples?: Draw['samples'];
  readonly interlock?: Interlock;
  readonly fields?: FieldValues;
  readonly shader?: Partial<ShaderIntent>;
  readonly program?: number;
  readonly order?: 'relaxed';
}

/** Settings that a cell may override. */
export interface FoldOptions {
  readonly programs?: readonly Program[];
  /** Computes a pixel's new word from its old word and a primitive's number. Defaults to the fold. */
  readonly step?: (word: number, number: number) => number;
  /** Whether the shader declares its memory coherent. */
  readonly coherent?: true;
}

/**
 * Returns the parts of a cell whose draws fold the number of each block into the pixels that it covers. Blocks are
 * numbered from 1 across all draws.
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
        fields: { ...RECTANGLE_LIST, ...fields },
      }),
      ...(order === undefined ? {} : { order }),
    })),
    ...createFoldMemory(size, computeFoldWords(size, draws, numbers, step), options.coherent),
  };
}

/** Computes each pixel's final word after folding blocks in order, numbered as in `createFoldParts`. */
export function foldBlocks(size: number, blocks: readonly Block[]): number[] {
  const draws = [{ blocks }];
  return computeFoldWords(size, draws, numberBlocks(draws), fold);
}

/** Creates the default program, which folds its block's number. */
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

/** Numbers the blocks of each draw. The upper bits of a number encode the block's delays. */
function numberBlocks(draws: readonly FoldDraw[]): number[][] {
  let nextNumber = 1;
  return draws.map(({ blocks }) =>
    blocks.map(({ rounds = 0, sleeps = 0 }) => {
      if (Math.max(rounds, sleeps) > MAX_DELAY)
        throw new Error(
          `expected at most ${MAX_DELAY} rounds and ${MAX_DELAY} sleeps, got ${rounds} and ${sleeps}`,
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
