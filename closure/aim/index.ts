export { type AimedHole, aimAtHoles } from './aim-at-holes.js';
export { aimedRerunLine } from './aimed-tests.js';
export { holesInOrder } from './holes-in-order.js';
export { aimTarget } from './target.js';
export { waysOfHoles } from './ways-of-holes.js';
export { type ShownWay, shownWays } from './ways-text.js';
