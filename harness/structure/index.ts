export { statementsOfStructure } from './examine.js';
