export { closeHoles } from './close-holes.js';
export { readClosingTests } from './closing-suite.js';
export { buildUnhitTable, describeHoleSearch, listClosingFailures } from './closing-text.js';
