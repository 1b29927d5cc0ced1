export { cellName, type MatrixCell } from './cell.js';
export { MATRIX_CELLS } from './cells.js';
export { listCellChips, matrixSequence, matrixTest, matrixTests } from './sequence.js';
