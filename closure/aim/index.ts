export * from './close-holes.js';
export { describeHoleValue, formatAimCommand, listImportantHoles } from './important-holes.js';
export { readClosingTests } from './search-holes.js';
