export { waysOfHoles } from './ways-of-holes.js';
export { type ShownWay, shownWays } from './ways-text.js';
