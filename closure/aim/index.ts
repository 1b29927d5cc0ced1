export * from './close-holes.js';
export { readClosingTests } from './search-holes.js';
