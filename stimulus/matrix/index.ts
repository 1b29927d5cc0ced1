export { cellName, type MatrixCell } from './cell.js';
export { MATRIX_CELLS } from './cells.js';
export { chipsOfCell, matrixSequence, matrixTest, matrixTests } from './sequence.js';
