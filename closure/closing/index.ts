export { closeHoles } from './close-holes.js';
export { readClosingTests } from './closing-suite.js';
export { buildRemainingHolesTable, describeHoleSearch, listHoleSearchFailures } from './closing-text.js';
