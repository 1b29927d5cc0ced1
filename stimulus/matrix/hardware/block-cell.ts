import type { MatrixCell, RunnableCell } from '../cell.js';
import { createFoldParts, type FoldBlock, type FoldDraw } from '../fold-parts.js';

/** Creates a cell with one draw of blocks. */
export function createBlockCell(
  cell: Omit<RunnableCell, 'kind' | 'make'>,
  blocks: (size: number) => FoldBlock[],
): MatrixCell {
  return {
    kind: 'runs',
    ...cell,
    make: (target) => createFoldParts(target, [{ blocks: blocks(target.size) }]),
  };
}

/** Creates a cell with one draw of blocks and extra register fields. */
export function createFieldCell(
  cell: Omit<RunnableCell, 'kind' | 'make'>,
  draw: (size: number) => FoldDraw,
): MatrixCell {
  return { kind: 'runs', ...cell, make: (target) => createFoldParts(target, [draw(target.size)]) };
}
