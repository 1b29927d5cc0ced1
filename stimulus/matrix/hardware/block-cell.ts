import type { MatrixCell, RunnableCell } from '../cell.js';
import { type FoldBlock, type FoldDraw, foldParts } from '../fold-parts.js';

/** Creates a cell with one draw of blocks. */
export function blockCell(
  cell: Omit<RunnableCell, 'kind' | 'make'>,
  blocks: (size: number) => FoldBlock[],
): MatrixCell {
  return { kind: 'runs', ...cell, make: (target) => foldParts(target, [{ blocks: blocks(target.size) }]) };
}

/** Creates a cell with one draw of blocks and extra register fields. */
export function fieldCell(
  cell: Omit<RunnableCell, 'kind' | 'make'>,
  draw: (size: number) => FoldDraw,
): MatrixCell {
  return { kind: 'runs', ...cell, make: (target) => foldParts(target, [draw(target.size)]) };
}
