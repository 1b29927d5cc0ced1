export { closeHoles } from './close-holes.js';
export { readClosingTests } from './closing-suite.js';
export { buildUnhitTable, describeClosing, listClosingFailures } from './closing-text.js';
