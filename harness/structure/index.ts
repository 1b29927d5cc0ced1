export { listStructureStatements } from './examine.js';
