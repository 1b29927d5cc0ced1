export { getCellName, type MatrixCell } from './cell.js';
export { MATRIX_CELLS } from './cells.js';
export { findMatrixSequence, findMatrixTest, listCellChips, listMatrixTests } from './sequence.js';
