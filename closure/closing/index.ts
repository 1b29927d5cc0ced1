export { closeHoles } from './close-holes.js';
export { readClosingTests } from './closing-suite.js';
export { buildResistingTable, describeClosing, listClosingFailures } from './closing-text.js';
