export { getCellName, type MatrixCell } from './cell.js';
export {
  findMatrixSequence,
  findMatrixTest,
  listCellChips,
  listMatrixTests,
  MATRIX_CELLS,
} from './sequence.js';
