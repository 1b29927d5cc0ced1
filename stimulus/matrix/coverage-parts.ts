import { SAMPLE_POSITIONS } from '../../arch/index.js';
import { emitCoverageFold, PIXEL_SHIFT, ROW_SHIFT } from '../coverage-fold/program-text.js';
import type { FoldDraw } from '../coverage-fold/scenario.js';
import { createFoldBuffer, createFoldDraws, createFoldProgram } from '../coverage-fold/scenario.js';
import { PIXEL, type Triangle } from '../scenes/geometry.js';
import type { CellParts, CellTarget } from './cell.js';
import { FOLD_FACTOR } from './programs.js';

/** The number of bits in a word's index below the pixel bits. */
const PIXEL_BITS = PIXEL_SHIFT - 2;
/** The number of bits in a word's index below the row bits. */
const ROW_BITS = ROW_SHIFT - 2;

/** The supported edge lengths of an area, in pixels. In wider areas, a row's words would run into the next row's. */
export const COVERAGE_SIZES: readonly number[] = [8, 16, 1 << (ROW_BITS - PIXEL_BITS)];

/**
 * Returns the parts of a cell that folds each triangle's number into the words of all samples that it covers, in an
 * area whose edge length is one of the `COVERAGE_SIZES`.
 */
export function createCoverageParts(
  { chip, wave, size, dialect }: CellTarget,
  draws: readonly Omit<FoldDraw, 'kind'>[],
): CellParts {
  const area = { chip, wave, width: size, height: size };
  const text = emitCoverageFold(dialect, { factor: FOLD_FACTOR, hasPosition: false });
  return {
    programs: [createFoldProgram(dialect, 'fold_coverage', text)],
    draws: createFoldDraws(
      area,
      draws.map((draw) => ({ ...draw, kind: 'triangles' })),
    ),
    ...createFoldBuffer(area, { words: foldSamples(size, draws) }),
  };
}

/** Computes the final word of each sample; triangles are numbered from 1 across all draws. */
function foldSamples(size: number, draws: readonly Omit<FoldDraw, 'kind'>[]): number[] {
  const words = new Array<number>(size << ROW_BITS).fill(0);
  let number = 0;
  for (const { primitives, samples = 1 } of draws)
    for (const triangle of primitives) {
      number++;
      for (let pixel = 0; pixel < size * size; pixel++) {
        const [x, y] = [pixel % size, Math.floor(pixel / size)];
        for (const [sample, [dx, dy]] of SAMPLE_POSITIONS[samples].entries()) {
          if (!isCovered(triangle, x * PIXEL + dx * 16, y * PIXEL + dy * 16)) continue;
          const word = (y << ROW_BITS) + (x << PIXEL_BITS) + sample;
          words[word] = (Math.imul(words[word], FOLD_FACTOR) + number) >>> 0;
        }
      }
    }
  return words;
}

/** Returns whether a triangle covers a point, that is, whether the point is inside or on a left or top edge. */
export function isCovered([x0, y0, x1, y1, x2, y2]: Triangle, x: number, y: number): boolean {
  const area = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
  if (area === 0) return false;
  const edges = [
    [x0, y0, x1, y1],
    [x1, y1, x2, y2],
    [x2, y2, x0, y0],
  ];
  return edges.every(([ax, ay, bx, by]) => {
    // With the corners clockwise on the screen, a left edge goes up and a top edge goes right.
    const [across, down] = area > 0 ? [bx - ax, by - ay] : [ax - bx, ay - by];
    const side = across * (y - ay) - down * (x - ax);
    return side > 0 || (side === 0 && (down < 0 || (down === 0 && across > 0)));
  });
}
