export { closeHoles } from './close-holes.js';
export { closingTests } from './closing-suite.js';
export { closingFailures, closingText, resistingTable } from './closing-text.js';
