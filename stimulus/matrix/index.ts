export { getCellName, type MatrixCell } from './cell.js';
export * from './sequence.js';
