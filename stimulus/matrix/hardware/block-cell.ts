import type { MatrixCell, RunnableCell } from '../cell.js';
import { createFoldParts, type FoldBlock, type FoldDraw } from '../fold-parts.js';

/** Creates a cell with a single draw that consists of blocks. */
export function createBlockCell(
  cell: Omit<RunnableCell, 'kind' | 'make'>,
  createBlocks: (size: number) => FoldBlock[],
): MatrixCell {
  return {
    kind: 'runs',
    ...cell,
    make: (target) => createFoldParts(target, [{ blocks: createBlocks(target.size) }]),
  };
}

/** Creates a cell with a single draw, which can have extra register fields. */
export function createFieldCell(
  cell: Omit<RunnableCell, 'kind' | 'make'>,
  createDraw: (size: number) => FoldDraw,
): MatrixCell {
  return { kind: 'runs', ...cell, make: (target) => createFoldParts(target, [createDraw(target.size)]) };
}
