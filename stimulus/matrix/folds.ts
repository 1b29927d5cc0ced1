import type { Program } from '../../transactions/index.js';
import type { Emitter } from '../dialect/index.js';
import { type MemoryPlace, pixelBuffer, rawBufferDescriptor, type ScenarioMemory } from '../kit/draws.js';
import { type Block, type FoldBlock, forEachPixel, getBlockVertices, RECTANGLE_LIST } from './blocks.js';
import { type CellOptions, type CellParts, type CellTarget, createCell, type RunnableCell } from './cell.js';
import {
  type CellDraw,
  createCellDraw,
  createCellProgram,
  emitDelayedFold,
  FOLD_FACTOR,
  MAX_DELAY,
  ROUNDS_BIT,
  SLEEPS_BIT,
} from './programs.js';

/** The ordered buffer, with one word per pixel, at an arbitrary mapped address. */
export const FOLD_BUFFER = { name: 'folds', address: 2 ** 32 };

/** A draw that consists of blocks. */
export interface BlockDraw extends Omit<CellDraw, 'primitives' | 'numbers' | 'userData'> {
  readonly blocks: readonly FoldBlock[];
}

/** Computes a pixel's new word from its old word, a primitive's number and the pixel's column. */
type FoldStep = (word: number, number: number, x: number) => number;

/**
 * Returns the parts of a cell whose draws fold the number of each block into the pixels that it covers. Blocks are
 * numbered from 1 across all draws. A cell may override the program and its step, which default to the fold.
 */
export function createFoldParts(
  target: CellTarget,
  draws: readonly BlockDraw[],
  {
    programs = [createBlockFoldProgram(target)],
    step = fold,
  }: { programs?: readonly Program[]; step?: FoldStep } = {},
): CellParts {
  const { dialect, size } = target;
  const numbers = numberBlocks(draws);
  const userData = [...rawBufferDescriptor(dialect.gfx, FOLD_BUFFER.address, 4 * size * size), size];
  return {
    programs,
    draws: draws.map(({ blocks, fields, ...rest }, draw) =>
      createCellDraw(target, {
        ...rest,
        primitives: blocks.map(getBlockVertices),
        numbers: numbers[draw],
        userData,
        fields: { ...RECTANGLE_LIST, ...fields },
      }),
    ),
    ...createWordBuffer(FOLD_BUFFER, size, computeFoldWords(size, draws, numbers, step)),
  };
}

/** Computes each pixel's final word after folding blocks in order, numbered as in `createFoldParts`. */
export function foldBlocks(size: number, blocks: readonly Block[]): number[] {
  const draws = [{ blocks }];
  return computeFoldWords(size, draws, numberBlocks(draws), fold);
}

/** Creates the default program, which folds its block's number. */
export function createBlockFoldProgram({ dialect }: CellTarget): Program {
  return createCellProgram(dialect, 'fold', emitDelayedFold(dialect));
}

/** Folds a primitive's number into a word. */
export function fold(word: number, number: number): number {
  return Math.imul(word, FOLD_FACTOR) + number;
}

/** Returns an ordered buffer with one or more words per pixel and its expected final contents. */
export function createWordBuffer(
  place: MemoryPlace,
  size: number,
  words: readonly number[] | undefined,
  wordsPerPixel = 1,
): ScenarioMemory {
  const bytesPerPixel = 4 * wordsPerPixel;
  const layout = { height: size, bytesPerPixel, bytesPerRow: size * bytesPerPixel };
  return pixelBuffer(place, layout, words === undefined ? {} : { expected: { words } });
}

/** Numbers the blocks of each draw. The upper bits of a number encode the block's delays. */
function numberBlocks(draws: readonly BlockDraw[]): number[][] {
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
  draws: readonly BlockDraw[],
  numbers: readonly (readonly number[])[],
  step: FoldStep,
): number[] {
  const words = new Array<number>(size * size).fill(0);
  for (const [draw, { blocks }] of draws.entries())
    for (const [i, block] of blocks.entries())
      forEachPixel(block, (x, y) => {
        words[y * size + x] = step(words[y * size + x], numbers[draw][i], x) >>> 0;
      });
  return words;
}

/** What a cell of folds draws, and how. */
export interface FoldScene {
  /** Returns the blocks of the cell's draw, for the size of the area. */
  readonly blocks?: (size: number) => readonly FoldBlock[];
  readonly draw?: Omit<BlockDraw, 'blocks'>;
  readonly draws?: (target: CellTarget) => readonly BlockDraw[];
  /** The program, instead of the fold. */
  readonly program?: readonly [name: string, emit: Emitter];
  readonly step?: FoldStep;
}

/** Creates a cell whose program folds blocks. */
export function foldCell(
  name: string,
  title: string,
  scene: FoldScene | NonNullable<FoldScene['blocks']>,
  options: CellOptions = {},
): RunnableCell {
  const { blocks, draw, draws, program, step } =
    typeof scene === 'function' ? ({ blocks: scene } as FoldScene) : scene;
  const make = (target: CellTarget): CellParts => {
    const { dialect, size } = target;
    return createFoldParts(target, draws?.(target) ?? [{ ...draw, blocks: blocks?.(size) ?? [] }], {
      ...(program && { programs: [createCellProgram(dialect, program[0], program[1](dialect))] }),
      ...(step && { step }),
    });
  };
  return createCell(name, title, make, options);
}
